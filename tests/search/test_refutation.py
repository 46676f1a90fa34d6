"""Why a turn was wrong: the best answer to it, and the resulting chance, for either side."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.notation.puzzle import played
from quincunx.search.refutation import refute

CHESS = quincunx.game("chess")
NODES = 3_000


def after(position: str, *turn: str) -> tuple[quincunx.State, int]:
    state = CHESS.position(position)
    return played(state, turn), state.to_move


def test_a_mate_that_was_overlooked() -> None:
    """White leaves the back rank unprotected, and black has a rook: white can interpose a piece once."""
    found = refute(*after("r5k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "b1-b7"), NODES)
    assert found.answer == ("a8-a1",)
    assert found.notation == "Ra1+"
    assert found.cells == ((56, 0),)
    assert (found.chance, found.loses_in) == (0.0, 2)


def test_the_same_for_the_other_side() -> None:
    found = refute(*after("1r4k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "b8-b2"), NODES)
    assert found.answer == ("a1-a8",)
    assert (found.chance, found.loses_in) == (0.0, 2)


def test_a_win_that_was_let_go_has_no_end() -> None:
    """White is a queen up, but puts her where she can be captured: then the game is no longer won."""
    found = refute(*after("6k1/5ppp/8/3r4/8/8/3Q1PPP/6K1 w - - 0 1", "d2-d4"), NODES)
    assert found.answer == ("d5-d4",)
    assert found.loses_in is None or found.loses_in > 1
    assert found.chance < 0.2


@pytest.mark.parametrize(
    ("position", "turn", "chance", "loses_in"),
    [
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "g5-g6", 0.5, None),  # stalemate
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1-f8", 1.0, None),  # mate, which refutes nothing
    ],
)
def test_a_game_that_is_over_has_no_answer(position: str, turn: str, chance: float, loses_in: int | None) -> None:
    state, solver = after(position, turn)
    assert state.over
    found = refute(state, solver, NODES)
    assert (found.answer, found.notation, found.cells, found.chance, found.loses_in) == ((), "", (), chance, loses_in)
