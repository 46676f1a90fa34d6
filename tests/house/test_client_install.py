"""`pip install quincunx[client]` brings the Python client, and neither a database nor a web framework."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import quincunx

pytestmark = pytest.mark.skipif(not quincunx.compiled, reason="once is enough: the run of the compiled build has it")

PROGRAM = """
from importlib.metadata import distributions
import quincunx
from quincunx.clients.remote import Client, Unreachable
assert quincunx.game("cengers").start().legal_actions()
try:
    Client("http://127.0.0.1:1").guest()
except Unreachable:
    print(*sorted(each.name.lower() for each in distributions()))
"""
BROUGHT = {"anyio", "certifi", "cython", "h11", "httpcore", "httpx", "idna", "msgspec", "quincunx", "websockets"}
PYTHON = {"pip", "setuptools", "typing_extensions", "sniffio"}  # already installed, or required by older Pythons


def test_the_client_installs_and_imports_without_anything_else(repository: Path, tmp_path: Path) -> None:
    plain = ("--no-deps", "--no-build-isolation", "-Cwheel.cmake=false", "--wheel-dir", str(tmp_path))
    run(sys.executable, "-m", "pip", "wheel", "--quiet", *plain, str(repository), cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(str(python), "-m", "pip", "install", "--quiet", f"{wheel}[client]", cwd=tmp_path)
    names = set(run(str(python), "-c", PROGRAM, cwd=tmp_path).split())
    assert names >= BROUGHT
    assert names <= BROUGHT | PYTHON


def run(*words: str, cwd: Path) -> str:
    """The output of a program, which must not fail."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
