"""What pip installs: rules, lessons and puzzles without an extra; with `client`, the Python client and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

DISTRIBUTIONS = """
from importlib.metadata import distributions
print(*sorted(each.name.lower() for each in distributions()))
"""
PROGRAM = """
import quincunx
from quincunx.client import *
assert quincunx.game("cengers").start().legal_actions()
try:
    Client("http://127.0.0.1:1").guest()
except Unreachable:
    print("unreachable")
"""
BARE = {"cython", "msgspec", "quincunx"}
BROUGHT = {"anyio", "certifi", "cython", "h11", "httpcore", "httpx", "idna", "msgspec", "quincunx", "websockets"}
PYTHON = {"pip", "setuptools", "typing_extensions", "sniffio"}  # already installed, or required by older Pythons


def test_the_extras_install_what_they_say_and_nothing_else(repository: Path, tmp_path: Path) -> None:
    plain = ("--no-deps", "--no-build-isolation", "-Cwheel.cmake=false", "--wheel-dir", str(tmp_path))
    run(sys.executable, "-m", "pip", "wheel", "--quiet", *plain, str(repository), cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")

    run(python, "-m", "pip", "install", "--quiet", str(wheel), cwd=tmp_path)
    names = set(run(python, "-c", DISTRIBUTIONS, cwd=tmp_path).split())
    assert BARE <= names <= BARE | PYTHON
    assert "So far: 1 of" in run(python, "-m", "quincunx", "learn", "flipflop", cwd=tmp_path, typed="d6\nquit\n")
    solving = run(python, "-m", "quincunx", "puzzle", "flipflop", cwd=tmp_path, typed="hint\nskip\nquit\n")
    assert "Look at " in solving
    assert "The solution was " in solving

    run(python, "-m", "pip", "install", "--quiet", f"{wheel}[client]", cwd=tmp_path)
    assert run(python, "-c", PROGRAM, cwd=tmp_path) == "unreachable\n"
    names = set(run(python, "-c", DISTRIBUTIONS, cwd=tmp_path).split())
    assert BROUGHT <= names <= BROUGHT | PYTHON


def run(*words: str, cwd: Path, typed: str = "") -> str:
    """The output of a program, which must not fail."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"XDG_DATA_HOME": str(cwd), "PIP_NO_COMPILE": "1"}
    done = subprocess.run(words, cwd=cwd, env=environment, input=typed, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
