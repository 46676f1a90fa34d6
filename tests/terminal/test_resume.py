"""`quincunx play --resume`: the player's own matches, which one is resumed, and options that conflict with it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import quincunx
from quincunx.clients.local import account as local_account
from quincunx.clients.local.database import LocalDatabase
from quincunx.clients.local.new_match import seats_of, start_match
from quincunx.clients.local.seat import LocalSeat
from quincunx.clients.terminal.input.keyboard import Keyboard
from quincunx.clients.terminal.lines.console import Console
from quincunx.clients.terminal.lines.line_game import LineGame
from terminal.test_cli import printed, refused

PASSWORD = "correct horse\n"


def left(key: str) -> str:
    """Start a match and leave it; returns its id."""
    out = printed("play", key, "--bot", "nobody", typed="quit\n")
    return re.findall(r"--resume=(\S+)", out)[0]


def test_the_match_of_another_account_is_refused() -> None:
    id = left("flipflop")
    printed("login", "Joe", "--new", typed=PASSWORD)
    printed("logout")
    left("flipflop")
    said = refused("play", f"--resume={id}", typed="quit\n")
    assert re.search(r"that match is Joe's, and you are guest-\w+", said)


def test_who_watches_somebody_against_a_bot_may_leave(tmp_path: Path) -> None:
    """No bot answers before that player moves: there must be a prompt."""
    reading, writing = os.pipe()
    with LocalDatabase(f"sqlite:///{tmp_path / 'test.db'}") as local_db:
        id = start_match(local_db, quincunx.game("flipflop"), seats_of(local_account.here(local_db), (1,), 1))
        with os.fdopen(writing, "w", buffering=1) as typed:
            typed.write("show\nquit\n")
        LineGame(LocalSeat(local_db, id, "somebody else"), Console(Keyboard(reading))).run()


def test_a_game_that_is_named_is_the_one_resumed() -> None:
    hers, other = left("hnefatafl"), left("flipflop")
    assert f"--resume={other}" in printed("play", "--resume", typed="quit\n")
    assert f"--resume={hers}" in printed("play", "hnefatafl", "--resume", typed="quit\n")
    assert "there is no match of cengers to resume" in refused("play", "cengers", "--resume")
    assert "the game of that match is flipflop, not hnefatafl" in refused("play", "hnefatafl", f"--resume={other}")
    assert "quincunx play hnefatafl --resume" in refused("play", "--resume", "hnefatafl")
    assert "expected the id of a match" in refused("play", "--resume=")


@pytest.mark.parametrize("more", ["--option=quiet=50", "--bot=both", "--level=3", "--two-games", "--clock=5+3"])
def test_what_the_match_has_settled_cannot_be_asked_for(more: str) -> None:
    said = refused("play", "hnefatafl", "--resume", more)
    assert f"{more.partition('=')[0]} is for a new match" in said


def test_whether_it_is_rated_is_settled_too() -> None:
    said = refused("play", "--online", "http://127.0.0.1:1", "--resume", "--rated")
    assert "--rated is for a new match" in said
