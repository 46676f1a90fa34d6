"""What works without extras, and the error of a command whose extra is not installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import quincunx

# Hides all packages except those that `pip install quincunx` brings.
BARE = """
import sys
from importlib.abc import MetaPathFinder

class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        package = name.split(".")[0]
        if package in sys.stdlib_module_names or package.startswith("_") or package.lower() in {known}:
            return None
        raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: found(name) if name != "rich" else None
sys.meta_path.insert(0, Hidden())
from quincunx.cli import main
main(sys.argv[1:])
"""


def bare(*arguments: str, known: tuple[str, ...] = (), home: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line with only the known packages available."""
    program = BARE.format(known=("quincunx", "cython", "msgspec", *known))
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={"XDG_DATA_HOME": str(home), "PYTHONPATH": ":".join(sys.path)},
        input="",
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    "words",
    [
        "games",
        "rules cengers",
        "show cengers",
        "replay {record}",
        "analyse {record} --nodes 200",
        "match random random --game cengers --games 2",
        "perft cengers --depth 1",
        "random cengers --games 2",
        "engine",
        "balance cengers",
        "learn cengers",
    ],
)
def test_the_bare_installation_runs_it(words: str, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    state = quincunx.game("cengers").start()
    state.apply(state.legal_actions()[0])
    record.write_text(quincunx.Record.of(state).text())
    done = bare(*words.format(record=record).split(), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "known", "package", "extra"),
    [
        ("play cengers --plain", (), "sqlalchemy", "terminal"),
        ("stats", (), "sqlalchemy", "terminal"),
        ("play cengers --online http://127.0.0.1:1 --plain", (), "httpx", "client"),
        ("lobby http://127.0.0.1:1", (), "httpx", "client"),
        ("serve", (), "sqlalchemy", "server"),
        ("serve", ("sqlalchemy", "typing_extensions", "greenlet"), "uvicorn", "server"),
        ("", (), "sqlalchemy", "server"),
    ],
)
def test_a_command_says_in_a_line_what_to_install(
    words: str, known: tuple[str, ...], package: str, extra: str, tmp_path: Path
) -> None:
    done = bare(*words.split(), known=known, home=tmp_path)
    told = f"quincunx: this needs {package}, which is not installed: pip install 'quincunx[{extra}]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
