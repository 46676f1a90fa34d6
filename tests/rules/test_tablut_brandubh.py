"""The smaller boards: the rules of `tablut` and `brandubh` that differ (H1, H4, H6, H7, H8)."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome
from quincunx.play.view import view
from rules.hnefatafl_boards import part, part_looks_like

TABLUT = quincunx.game("tablut")
BRANDUBH = quincunx.game("brandubh")
ATTACKERS, DEFENDERS = 0, 1
CAPTURED = Outcome(ATTACKERS, "king_captured")
ESCAPED = Outcome(DEFENDERS, "king_escaped")


def test_h1_tablut_start() -> None:
    board = """
        9| ...aaa...
        8| ....a....
        7| ....d....
        6| a...d...a
        5| aaddkddaa
        4| a...d...a
        3| ....d....
        2| ....a....
        1| ...aaa...
    """
    assert looks_like(TABLUT.start(), board)
    assert {TABLUT.square(cell): mark for cell, mark in TABLUT.board.marks.items()} == {"e5": "ringed-knot"}


def test_h1_brandubh_start() -> None:
    board = """
        7| ...a...
        6| ...a...
        5| ...d...
        4| aadkdaa
        3| ...d...
        2| ...a...
        1| ...a...
    """
    assert looks_like(BRANDUBH.start(), board)
    assert sorted(BRANDUBH.board.marks.values()) == ["knot"] * 4 + ["ringed-knot"]


def test_h4_tablut_corners_are_squares_like_others() -> None:
    state = part(TABLUT, "..a..\n", ATTACKERS)
    assert "c1-a1" in legal_texts(state)
    assert play(state, "c1-a1").outcome() is None


def test_h6_tablut_corners_are_not_hostile() -> None:
    state = play(part(TABLUT, ".d.a.\n", ATTACKERS), "d1-c1")
    assert part_looks_like(state, ".da..\n")


def test_h6_brandubh_corners_are_hostile() -> None:
    state = play(part(BRANDUBH, ".d.a.\n", ATTACKERS), "d1-c1")
    assert part_looks_like(state, "..a..\n")


@pytest.mark.parametrize("target", ["a3", "i3", "c1", "c9"])
def test_h7_tablut_the_king_escapes_anywhere_on_the_edge(target: str) -> None:
    board = """
        ..k..
        .....
        ....a
    """
    assert play(part(TABLUT, board, DEFENDERS), f"c3-{target}").outcome() == ESCAPED


def test_h7_brandubh_the_king_escapes_to_a_corner() -> None:
    board = """
        k.....
        ......
        ....a.
    """
    assert play(part(BRANDUBH, board, DEFENDERS), "a3-a2").outcome() is None
    assert play(part(BRANDUBH, board, DEFENDERS), "a3-a1").outcome() == ESCAPED


@pytest.mark.parametrize("game", [TABLUT, BRANDUBH], ids=["tablut", "brandubh"])
def test_h8_two_attackers_capture_the_king(game: quincunx.Game) -> None:
    board = """
        .d....
        ......
        .ak..a
        ......
    """
    state = play(part(game, board, ATTACKERS), "f2-d2")
    assert state.outcome() == CAPTURED
    assert part_looks_like(state, board.replace(".ak..a", ".aka.."))
    assert game.position(state.position()) == state


@pytest.mark.parametrize("game", [TABLUT, BRANDUBH], ids=["tablut", "brandubh"])
def test_h8_the_king_may_step_between_two(game: quincunx.Game) -> None:
    board = """
        ..k...
        ......
        .a.a..
        ....d.
    """
    state = play(part(game, board, DEFENDERS), "c4-c2")
    assert state.outcome() is None
    assert play(state, "b2-b3 e1-f1 b3-b2").outcome() == CAPTURED


def test_h8_brandubh_the_king_is_captured_along_the_edge_and_against_a_corner() -> None:
    assert play(part(BRANDUBH, "..ak.a.\n", ATTACKERS), "f1-e1").outcome() == CAPTURED
    assert play(part(BRANDUBH, ".k..a..\n", ATTACKERS), "e1-c1").outcome() == CAPTURED


BY_THE_THRONE = """
    7| ...d...
    6| .......
    5| ......a
    4| ...X...
    3| ..aka..
    2| .......
    1| .......
"""


def test_h8_brandubh_next_to_the_throne_it_takes_three() -> None:
    board = BY_THE_THRONE.replace("X", ".")
    state = drawn(BRANDUBH, board.replace("..aka..", "..ak.a."), ATTACKERS)
    assert play(state, "f3-e3").outcome() is None, "two are not enough"
    board = board.replace("2| .......", "2| .a.....")
    assert play(drawn(BRANDUBH, board, ATTACKERS), "b2-d2").outcome() == CAPTURED


def test_h8_brandubh_on_the_throne_it_takes_four() -> None:
    board = BY_THE_THRONE.replace("..aka..", ".......").replace("...X...", "..ak...")
    state = drawn(BRANDUBH, board.replace("5| ......a", "5| ....a.."), ATTACKERS)
    assert play(state, "e5-e4").outcome() is None
    assert len(view(state).pieces) == 4


def test_h8_tablut_on_the_throne_it_takes_four() -> None:
    board = """
        9| d........
        8| .........
        7| .........
        6| ....a....
        5| ...aka...
        4| .......a.
        3| .........
        2| .........
        1| .........
    """
    assert play(drawn(TABLUT, board, ATTACKERS), "h4-g4").outcome() is None
    assert play(drawn(TABLUT, board, ATTACKERS), "h4-e4").outcome() == CAPTURED
