"""Noughts and crosses, the package of `docs/adding-a-game.md`: built from the files on that page, and installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

FILE = re.compile(r"\*\*`([\w./]+)`\*\*\n\n```\w+\n(.*?)```\n", re.DOTALL)


def install(page: Path, folder: Path) -> Path:
    """The folder where pip has installed the package."""
    project, into = folder / "project", folder / "installed"
    for name, text in [*FILE.findall(page.read_text(encoding="utf-8")), ("noughts/__init__.py", "")]:
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*command, "--target", str(into), str(project)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return into


def python_path(*folders: Path) -> str:
    """A PYTHONPATH for programs that find these folders and what this one finds."""
    return os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])
