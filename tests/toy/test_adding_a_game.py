"""`docs/adding-a-game.md`, followed: a folder, one registry line, test data; and the whole suite takes the game up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx

TESTS = Path(__file__).parents[1]
TOY = Path(__file__).parent / "noughts"

COMPILE = """
from setuptools import Extension, setup
from Cython.Build import cythonize
directives = dict(language_level=3, infer_types=True, annotation_typing=False, boundscheck=False, wraparound=False)
extension = Extension("quincunx.games.noughts.rules", ["quincunx/games/noughts/rules.py"])
setup(name="noughts", packages=[], ext_modules=cythonize([extension], compiler_directives=directives, quiet=True))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the installed package with the toy added as the page says, compiled if the package is."""
    root = tmp_path_factory.mktemp("house")
    package = root / "quincunx"
    shutil.copytree(Path(quincunx.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOY, package / "games" / "noughts", ignore=shutil.ignore_patterns("__pycache__"))
    registry = package / "games" / "__init__.py"
    text = registry.read_text()
    text = text.replace("\n_SPECS", "\nfrom quincunx.games.noughts.spec import Noughts\n\n_SPECS", 1)
    text = text.replace("\n)\n_BY_KEY", "\n    Noughts(),\n)\n_BY_KEY", 1)
    registry.write_text(text)
    if quincunx.compiled:
        (root / "setup.py").write_text(COMPILE)
        run(root, [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"])
    return root


def run(house: Path, command: list[str]) -> str:
    environment = os.environ | {"PYTHONPATH": str(house)}
    done = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_conformance_suite_takes_it_up(house: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", "noughts", "-vv"]
    out = run(house, [*command, "-c", str(TESTS.parent / "pyproject.toml"), str(TESTS / "conformance")])
    assert "noughts-seed" in out
    assert " passed" in out


def test_the_command_line_takes_it_up(house: Path) -> None:
    assert "noughts: Three in a row." in run(house, [sys.executable, "-m", "quincunx", "games"])
    perft = run(house, [sys.executable, "-m", "quincunx", "perft", "noughts", "--depth", "9"])
    assert perft.splitlines()[-1] == "127872"  # the published number of games of nine marks
    compiled = run(house, [sys.executable, "-c", "from quincunx.games.noughts import rules; print(rules.__file__)"])
    assert compiled.strip().endswith(".py") != quincunx.compiled
