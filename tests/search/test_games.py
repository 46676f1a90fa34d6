"""Moves that the search must find in positions of the games."""

from __future__ import annotations

import quincunx
from drawn import drawn, play
from quincunx import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.root import Line
from quincunx.search.transposition_table import TranspositionTable

WIN = 100_000


def best_lines(state: State, depth: int, count: int = 1) -> list[Line]:
    search = AlphaBeta(state, state.game.spec.evaluator(state.game), TranspositionTable(1))
    search.run(1e9, depth, lines=count)
    return search.lines(count)


def texts(state: State, line: Line) -> str:
    return " ".join(map(state.text, line.actions))


def test_a_chain_of_captures_is_one_decision() -> None:
    """Two men are captured in one turn; ending it after the first would leave light one."""
    state = drawn(
        quincunx.game("checkers"),
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . l . . .
        . . . . . . . .
        . . l . . . . .
        . d . . . . . .
        . . . . . . . .
        """,
    )
    best = best_lines(state, 1)[0]
    assert texts(state, best) == "b2-d4 d4-f6"
    assert best.score == WIN - 2


def test_giving_a_man_to_take_two() -> None:
    """English draughts: captures are compulsory, so an offered man must be captured, and two are captured in return."""
    state = drawn(
        quincunx.game("draughts"),
        """
        . . . . . . . .
        . . l . . . . .
        . . . . . . . .
        . . l . . . . .
        . . . . . . . .
        d . d . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    best = best_lines(state, 3)[0]
    assert texts(state, best).startswith("c3-b4")


def test_a_race_is_won_by_the_last_step() -> None:
    state = drawn(
        quincunx.game("cengers"),
        """
        x x x . . . . .
        x x x . . . . .
        x x . . x . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . o o o
        . . . . o o o .
        . . . . . o o o
        """,
    )
    best = best_lines(state, 3)[0]
    assert texts(state, best).startswith("e6-d6")
    assert best.score > WIN - 10


def test_a_repetition_is_seen_as_a_draw() -> None:
    """The third repetition of a position: that line is worth nothing to either side."""
    state = quincunx.game("cengers").start()
    play(state, "f3-e3 c6-d6 e3-f3 d6-c6 f3-e3 c6-d6 e3-f3")
    repeating = state.parse("d6-c6")
    lines = best_lines(state, 1, 100)
    assert [line.score for line in lines if line.action == repeating] == [0]
