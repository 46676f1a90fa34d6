"""The second part of `docs/adding-a-game.md`, followed: a folder, one line in the registry, test data."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx

NEEDED = ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "src", "tests")
TOY = Path(__file__).parent / "noughts"
PERFT = """
[[count]]
by = "turn"
counts = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
source = "published: games of noughts and crosses by length"
"""


@pytest.fixture(scope="module")
def house(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with the toy added as on the page: its folder, one line in the registry, test data."""
    root = tmp_path_factory.mktemp("house")
    for name in NEEDED:
        source = repository / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)
    shutil.copytree(TOY, root / "src" / "quincunx" / "games" / "noughts")
    registry = root / "src" / "quincunx" / "games" / "__init__.py"
    text = registry.read_text()
    text = text.replace(
        "\nENTRY_POINTS", "\nfrom quincunx.games.noughts.spec import GAMES as NOUGHTS\n\nENTRY_POINTS", 1
    )
    registry.write_text(text.replace("*FLIPFLOP)", "*FLIPFLOP, *NOUGHTS)", 1))
    (root / "tests" / "perft" / "noughts.toml").write_text(PERFT)
    if quincunx.compiled:
        build(root)
    run(
        root,
        [sys.executable, "tests/playthroughs/write.py", "noughts"],
        PYTHONPATH=f"{installed(root)}:{root / 'tests'}",
    )
    return root


def build(root: Path) -> None:
    """Build and install with the project's own files, which find the new module by themselves; a quick debug build."""
    into = ["--target", str(root / "installed"), "--no-deps", "--no-build-isolation"]
    how = [f"-Cbuild-dir={root / 'build'}", "-Ccmake.build-type=Debug"]
    run(root, [sys.executable, "-m", "pip", "install", "--quiet", *into, *how, "."], QUINCUNX_MUST_COMPILE="1")


def installed(root: Path) -> Path:
    return root / ("installed" if quincunx.compiled else "src")


def run(root: Path, command: list[str], **environment: str) -> str:
    paths = {"PYTHONPATH": str(installed(root))} | environment
    done = subprocess.run(command, cwd=root, env=os.environ | paths, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_suites_take_it_up(house: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", "noughts", "-vv"]
    out = run(house, [*command, "tests/conformance", "tests/perft", "tests/playthroughs", "tests/properties"])
    for suite in ("conformance", "perft", "playthroughs", "properties"):
        assert f"tests/{suite}" in out
    assert " passed" in out
    assert "skipped" not in out


def test_the_command_line_takes_it_up(house: Path) -> None:
    assert "noughts: Noughts and crosses. Three in a row." in run(house, [sys.executable, "-m", "quincunx", "games"])
    perft = run(house, [sys.executable, "-m", "quincunx", "perft", "noughts", "--depth", "9"])
    assert perft.splitlines()[-1] == "127872"
    where = run(house, [sys.executable, "-c", "from quincunx.games.noughts import rules; print(rules.__file__)"])
    assert where.strip().endswith(".py") != quincunx.compiled
