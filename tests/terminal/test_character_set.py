"""The output when only ASCII is available, or wanted."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from quincunx.clients.terminal.text.character_set import ascii_text

NO_SIGNS = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def written(*arguments: str, typed: str = "", **environment: str) -> bytes:
    """The bytes that a command writes to a pipe."""
    command = [sys.executable, "-m", "quincunx", *arguments]
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    done = subprocess.run(
        command, input=typed.encode(), env=surroundings | environment, capture_output=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("where", [NO_SIGNS, {"PYTHONIOENCODING": "ascii"}], ids=["locale", "encoding"])
@pytest.mark.parametrize("arguments", [("show", "checkers"), ("play", "checkers", "--bot", "nobody", "--plain")])
def test_a_board_without_signs_has_dots(arguments: tuple[str, ...], where: dict[str, str]) -> None:
    board = written(*arguments, typed="quit\n", **where)
    assert board.isascii()
    assert b" . ." in board
    assert b"?" not in board


@pytest.mark.parametrize("arguments", [("show", "checkers"), ("play", "checkers", "--bot", "nobody", "--plain")])
def test_ascii_is_heeded_where_there_are_signs(arguments: tuple[str, ...]) -> None:
    where = {"PYTHONIOENCODING": "utf-8"}
    assert " · ·" in written(*arguments, typed="quit\n", **where).decode()
    board = written(*arguments, "--ascii", typed="quit\n", **where)
    assert board.isascii()
    assert b" . ." in board


def test_lists_without_signs_have_the_nearest() -> None:
    games = written("games", PYTHONIOENCODING="ascii")
    assert games.isascii()
    assert b"11x11" in games
    assert b"?" not in games


def test_a_sign_that_nothing_is_near_to_is_a_question_mark() -> None:
    assert ascii_text("8×8 ± 1… 雨") == "8x8 ~ 1. ?"
