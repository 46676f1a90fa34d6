"""What works without extras, and the error of a command whose extra is not installed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import quincunx
from quincunx.games.puzzles import shipped
from quincunx.play.lesson_loader import course_of

LOCAL = ("alembic", "argon2", "cffi", "greenlet", "mako", "markupsafe")
LOCAL += ("pwdlib", "sqlalchemy", "typing_extensions", "zxcvbn")

# Hides all packages except those that `pip install quincunx` brings.
BARE = """
import sys
from importlib.abc import MetaPathFinder

def is_known(name):
    package = name.split(".")[0]
    return package in sys.stdlib_module_names or package.startswith("_") or package.lower() in {known}

class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if is_known(name):
            return None
        raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: found(name) if is_known(name) else None
sys.meta_path.insert(0, Hidden())
from quincunx.cli import main
main(sys.argv[1:])
"""


def bare(*arguments: str, known: Sequence[str] = (), home: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line with only the known packages available."""
    program = BARE.format(known=("quincunx", "cython", "msgspec", *known))
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={"XDG_DATA_HOME": str(home), "PYTHONPATH": ":".join(sys.path)},
        input=typed,
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
        ("play cengers --plain", (), "sqlalchemy", "local"),
        ("stats", (), "sqlalchemy", "local"),
        ("db upgrade", (), "alembic", "local"),
        ("puzzle flipflop --database sqlite:///own.db", (), "pwdlib", "local"),
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


def test_lessons_need_no_extra(tmp_path: Path) -> None:
    course = course_of("flipflop")
    assert course is not None
    (task,) = course.steps[0].tasks
    done = bare("learn", "flipflop", typed=f"{task.solution}\nquit\n", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "So far: 1 of" in done.stdout
    assert ", 1 of" in bare("learn", home=tmp_path).stdout  # it is stored


def test_puzzles_need_no_extra_but_results_are_saved_with_one(tmp_path: Path) -> None:
    puzzles = shipped(quincunx.game("flipflop"))
    number, puzzle = next((number, each) for number, each in enumerate(puzzles, 1) if len(each.solution) == 1)
    words = ("puzzle", "flipflop", "--number", str(number))
    typed = f"{' '.join(puzzle.solution[0])}\nskip\nquit\n"
    done = bare(*words, typed=typed, home=tmp_path)
    assert done.returncode == 0
    assert done.stderr == (
        "Your results will not be saved: this needs pwdlib, which is not installed: pip install 'quincunx[local]'\n"
    )
    assert "Solved." in done.stdout
    shown = re.findall(r"Puzzle (\d+) of", done.stdout)
    assert len({*shown}) == 3  # each of them is another puzzle
    ratings = [int(found) for found in re.findall(r"Your puzzle rating: (\d+)", done.stdout)]
    assert ratings[0] == 1500 < ratings[1] > ratings[2]
    assert bare("puzzle", "flipflop", "--daily", home=tmp_path).returncode == 0
    saved = bare(*words, known=LOCAL, typed=typed, home=tmp_path)
    assert (saved.returncode, saved.stderr) == (0, "")
    assert re.findall(r"Puzzle (\d+) of", saved.stdout)[0] == str(number)


def test_a_match_line_by_line_and_the_care_of_a_database_need_only_local(tmp_path: Path) -> None:
    for words in ("db upgrade", "admin reports", "db recompute --check"):
        done = bare(*words.split(), known=LOCAL, home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    done = bare("play", "cengers", "--plain", known=LOCAL, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Round:" in done.stdout
