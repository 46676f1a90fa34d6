"""A machine without a C compiler installs the project and plays, by the documented command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NEEDED = ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "src", "tools")


@pytest.fixture
def checkout(repository: Path, tmp_path: Path) -> Path:
    """A copy of the files that an installation needs."""
    for name in NEEDED:
        source = repository / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "site"))
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def test_without_a_compiler_it_installs_says_so_in_a_line_and_plays(checkout: Path) -> None:
    environment = os.environ | {"CC": str(checkout / "no-such-compiler"), "XDG_DATA_HOME": str(checkout / "share")}
    done = subprocess.run(
        [sys._base_executable, "tools/bootstrap.py", "play"],  # type: ignore[attr-defined]
        cwd=checkout,
        env=environment,
        input="1\n3\n\nactions\nquit\n",
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    notices = [line for line in done.stdout.splitlines() if "no compiled core" in line]
    assert len(notices) == 1
    assert "no page for the window" in done.stdout
    assert "to move." in done.stdout
    assert "Result: *" in done.stdout
