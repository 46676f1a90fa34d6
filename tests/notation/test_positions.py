"""Positions: impossible ones are refused, with a message about what was expected."""

from __future__ import annotations

import pytest

import quincunx
from quincunx import Outcome, PositionError

GAME = quincunx.game("cengers")
START = "ooo5/ooo5/ooo5/8/8/5xxx/5xxx/5xxx"
X_HOME = "xxx5/xxx5/xxx5/8/8/5ooo/5oo1/4oooo"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "too short"),
        (START, "too short"),
        (f"{START} w", "'w' is not a side"),
        ("8/8 x", "the board has 2 ranks"),
        (START.replace("8", "9", 1) + " x", "rank 5 has 9 squares"),
        (START.replace("5", "00051", 1) + " x", "squares"),
        (START.replace("o", "q", 1) + " x", "rank 8 contains 'q'"),
        (START.replace("o", "1", 1) + " x", "o has 8 pieces"),
        (f"{START} x colour:red", "'colour' is not a field"),
        (f"{START} x turn", "is not a field"),
        (f"{START} x turn:2 turn:2", "is given twice"),
        (f"{START} x turn:²", "turn is '²'"),
        (f"{START} x turn:3", "turn is 3 with x to move; expected an even number"),
        (f"{START} x turn:8 ply:3", "ply is 3"),
        (f"{START} x seen:12", "seen is not a list of keys"),
        (f"{START} x over:bored/x", "over is 'bored/x'"),
        (f"{START} x over:home/x", "over is 'home/x'"),
        (f"{START} x over:home/-", "over is 'home/-'"),
        (f"{X_HOME} o over:home/o", "over is 'home/o'"),
        (f"{START} x moving:h1 acted:1", "cannot jump again"),
        (f"{START} x moving:h1", "do not agree"),
        (f"{START} x moving:z9 acted:1", "there is no square 'z9'"),
    ],
)
def test_refused(text: str, problem: str) -> None:
    with pytest.raises(PositionError) as raised:
        GAME.position(text)
    assert problem in str(raised.value)
    assert raised.value.expected


def test_a_board_that_decides_the_game_is_over() -> None:
    assert GAME.position(f"{X_HOME} o").outcome() == Outcome(0, "home")


def test_without_counters_the_game_is_as_young_as_it_can_be() -> None:
    state = GAME.position(f"{START} o")
    assert (state.turn, state.ply) == (1, 1)
    black_begins = quincunx.game("othello").start()
    assert black_begins.to_move == 1
    again = black_begins.game.position(" ".join(black_begins.position().split()[:2]))
    assert (again.turn, again.ply) == (0, 0)


def test_a_position_says_what_was_seen() -> None:
    state = quincunx.game("cengers", repetition=2).position(f"{START} x")
    for text in ["f3-f4", "c6-c5", "f4-f3"]:
        state.apply(state.parse(text))
    again = state.game.position(state.position())
    again.apply(again.parse("c5-c6"))
    assert again.outcome() == Outcome(None, "repetition")
    fresh = state.game.position(" ".join(word for word in state.position().split() if not word.startswith("seen:")))
    fresh.apply(fresh.parse("c5-c6"))
    assert fresh.outcome() is None
