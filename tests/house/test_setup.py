"""A machine without a C compiler installs the project and plays, by the documented command."""

from __future__ import annotations

import os
import re
import runpy
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
    environment["PIP_NO_COMPILE"] = "1"  # most of the packages are never imported here
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


def test_the_output_of_a_program_beside_the_tests_is_shown_even_if_they_fail(repository: Path) -> None:
    code = """if True:
        import sys
        from machine import Background
        program = [sys.executable, "-c", "import time; print('built', flush=True); time.sleep(1000)"]
        with Background(program) as beside:
            while not beside._output.tell():  # the program writes at the same place in the file
                pass
            sys.exit("a test failed")
    """
    done = subprocess.run([sys.executable, "-c", code], cwd=repository / "tools", capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("built\n", "a test failed\n")


def test_the_packages_that_the_tests_need_are_the_documented_ones(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(repository / "tools"))
    needs = runpy.run_path(str(repository / "tools" / "packages.py"))["NEEDS"]
    written = (repository / "CONTRIBUTING.md").read_text(encoding="utf-8")
    installed = " ".join(re.findall(r"^apt install ([^#\n]*)", written, re.MULTILINE)).split()
    assert {name for need in needs for name in need.packages.split()} <= set(installed)
