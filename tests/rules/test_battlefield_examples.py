"""Battlefield: the two battles in the game's document (B7, B8) happen with the standard armies."""

from __future__ import annotations

import pytest

import quincunx
from drawn import play
from quincunx import State
from rules.skirmish import hp

PAWNS = tuple(f"P{file}" for file in "abcdefgh")


def owners(state: State, *squares: str) -> list[int | None]:
    """The owners of the units on these squares; None for an empty square."""
    pieces = state.game.spec.pieces(state)
    found = [pieces.get(state.game.cell(square)) for square in squares]
    return [None if piece is None else piece.owner for piece in found]


def stands(position: str) -> State:
    """A position of the standard armies with all units at full HP."""
    return quincunx.game("battlefield").position(position)


def test_b8_a_game_in_which_the_bishop_fails_against_the_pawn_and_stops_before_it() -> None:
    """The bishop that gets to b2 is the one from c1; the pawn on g7 has not moved."""
    before = play(quincunx.game("battlefield").start(), "b2-b3 a7-a6 c1-b2 a6-a5")
    strength = hp(before, "b2"), hp(before, "g7")
    state = play(before, "b2-g7")
    assert owners(state, "b2", "f6", "g7") == [None, 0, 1]
    assert hp(state, "f6") == strength[0]
    assert 0 <= hp(state, "g7") < strength[1]


def test_b7_a_game_in_which_the_knight_fails_against_the_queen_and_both_stay() -> None:
    """The knight comes from g1, the queen from d8; she cannot strike back at a knight."""
    before = play(quincunx.game("battlefield").start(), "g1-f3 d7-d5 f3-d4 d8-d6 a2-a3 d6-e6")
    strength = hp(before, "d4"), hp(before, "e6")
    state = play(before, "d4-e6")
    assert owners(state, "d4", "e6") == [0, 1]
    assert hp(state, "d4") == strength[0]
    assert 0 <= hp(state, "e6") < strength[1]


@pytest.mark.parametrize("bishop", ["Bc", "Bf"])
@pytest.mark.parametrize("pawn", PAWNS)
def test_b8_every_pawn_stands_after_a_strike_of_either_bishop(bishop: str, pawn: str) -> None:
    state = stands(f"4k3/6p1/8/8/8/8/1B6/4K3 w - - 0 1 units:b2={bishop},g7={pawn}")
    assert owners(play(state, "b2-g7"), "b2", "f6", "g7") == [None, 0, 1]


@pytest.mark.parametrize("knight", ["Nb", "Ng"])
def test_b7_the_queen_stands_after_a_strike_of_either_knight(knight: str) -> None:
    state = stands(f"4k3/8/4q3/8/3N4/8/8/4K3 w - - 0 1 units:d4={knight}")
    assert owners(play(state, "d4-e6"), "d4", "e6") == [0, 1]


@pytest.mark.parametrize("knight", ["Nb", "Ng"])
@pytest.mark.parametrize("pawn", PAWNS)
def test_b7_every_pawn_stands_after_a_strike_of_either_knight(knight: str, pawn: str) -> None:
    state = stands(f"4k3/8/4p3/8/3N4/8/8/4K3 w - - 0 1 units:d4={knight},e6={pawn}")
    assert owners(play(state, "d4-e6"), "d4", "e6") == [0, 1]


@pytest.mark.parametrize("officer", ["Q", "R"])
def test_b7_a_queen_or_a_rook_defeats_a_pawn(officer: str) -> None:
    state = stands(f"4k3/8/6p1/8/8/8/8/K5{officer}1 w - - 0 1")
    assert owners(play(state, "g1-g6"), "g1", "g6") == [None, 0]


def test_b7_a_pawn_defeats_a_pawn() -> None:
    assert owners(play(stands("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), "e4-d5"), "e4", "d5") == [None, 0]
