"""Hnefatafl, rule by rule (H1–H11): moving, capturing, and what is refused."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome
from quincunx.play.view import view
from rules.hnefatafl_boards import part, part_looks_like

GAME = quincunx.game("hnefatafl")
ATTACKERS, DEFENDERS = 0, 1

START = """
    11| ...aaaaa...
    10| .....a.....
     9| ...........
     8| a....d....a
     7| a...ddd...a
     6| aa.ddkdd.aa
     5| a...ddd...a
     4| a....d....a
     3| ...........
     2| .....a.....
     1| ...aaaaa...
"""


def rule_of(state: quincunx.State, text: str) -> str:
    """The rule that forbids the action."""
    refusal = state.why_not(text)
    assert refusal is not None, f"{text} is legal"
    return refusal.rule


def test_h1_start() -> None:
    state = GAME.start()
    assert looks_like(state, START)
    assert quincunx.perft(state, 1) == 116
    marks = {GAME.square(cell): mark for cell, mark in GAME.board.marks.items()}
    assert marks == {"f6": "ringed-knot", "a1": "knot", "a11": "knot", "k1": "knot", "k11": "knot"}


def test_h2_attackers_first_then_alternately_one_action_a_turn() -> None:
    state = GAME.start()
    assert rule_of(state, "e5-d5") == "H2"
    assert state.why_not("f6-f3") == ("H2", "The king on f6 is your opponent's.")
    play(state, "a4-c4")
    assert (state.to_move, state.turn, state.acted) == (DEFENDERS, 1, 0)
    assert rule_of(state, "a5-c5") == "H2"
    assert play(state, "f4-d4").to_move == ATTACKERS


@pytest.mark.parametrize(("text", "rule"), [("end", "H2"), ("timeout", "H2"), ("pass", "H10"), ("c3", "H3")])
def test_h2_nothing_but_moves(text: str, rule: str) -> None:
    assert rule_of(GAME.start(), text) == rule


def test_h3_along_the_row_and_the_column_up_to_the_next_piece() -> None:
    state = part(
        GAME,
        """
        ..d....
        .......
        .......
        a.a.d..
        .......
        .......
        """,
        ATTACKERS,
    )
    moves = {text for text in legal_texts(state) if text.startswith("c3")}
    assert moves == {"c3-b3", "c3-d3", "c3-c1", "c3-c2", "c3-c4", "c3-c5"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("c3-c3", "A piece must go to another square."),
        ("c3-d4", "Pieces move along a row or a column."),
        ("c3-e3", "e3 is taken."),
        ("c3-g3", "The defender on e3 is in the way."),
        ("c3-a3", "a3 is taken."),
        ("b2-b3", "There is no piece on b2."),
    ],
)
def test_h3_refusals(text: str, sentence: str) -> None:
    state = part(
        GAME,
        """
        a.a.d..
        .......
        .......
        """,
        ATTACKERS,
    )
    assert state.why_not(text) == ("H3", sentence)


CROSS = """
    11| ...........
    10| ...........
     9| ...........
     8| .....d.....
     7| ...........
     6| .a.......d.
     5| ...........
     4| ...........
     3| .....a.....
     2| ...........
     1| ..a......k.
"""


def test_h4_all_pass_over_the_empty_throne_and_none_stops_there() -> None:
    attackers = legal_texts(drawn(GAME, CROSS, ATTACKERS))
    assert {"b6-e6", "b6-g6", "b6-i6", "f3-f5", "f3-f7"} <= attackers
    assert not {"b6-f6", "f3-f6", "b6-j6", "f3-f8", "b6-k6"} & attackers
    defenders = legal_texts(drawn(GAME, CROSS, DEFENDERS))
    assert {"j6-g6", "j6-e6", "j6-c6", "f8-f7", "f8-f5", "f8-f4"} <= defenders
    assert not {"j6-f6", "f8-f6", "f8-f3"} & defenders
    assert drawn(GAME, CROSS, ATTACKERS).why_not("b6-f6") == ("H4", "f6 is the throne: only the king may stop there.")


def test_h4_nobody_passes_over_the_king_on_his_throne() -> None:
    board = CROSS.replace("..a......k.", "..a........").replace(".a.......d.", ".a...k...d.")
    state = drawn(GAME, board, ATTACKERS)
    assert "b6-e6" in legal_texts(state)
    assert "b6-g6" not in legal_texts(state)
    assert state.why_not("f3-f7") == ("H3", "The king on f6 is in the way.")


def test_h4_the_king_returns_to_the_throne() -> None:
    state = drawn(GAME, CROSS.replace(".a.......d.", ".a.......k.").replace("..a......k.", "..a........"), DEFENDERS)
    assert {"j6-f6", "j6-e6", "j6-g6"} <= legal_texts(state)
    assert looks_like(
        play(state, "j6-f6"), CROSS.replace(".a.......d.", ".a...k.....").replace("..a......k.", "..a........")
    )


def test_h4_only_the_king_stops_on_a_corner() -> None:
    board = """
        d......
        .......
        ....a..
        .......
        .d..k..
    """
    state = part(GAME, board, DEFENDERS)
    assert rule_of(state, "b1-a1") == "H4"
    assert state.why_not("a5-a11") == ("H4", "a11 is a corner: only the king may stop there.")
    assert {"a5-a2", "a5-a10", "b1-b11", "b1-d1"} <= legal_texts(state)
    assert "e1-k1" in legal_texts(state)


def test_h5_a_sandwich_in_a_row_and_in_a_column() -> None:
    row = """
        .....
        .ad.a
        .....
    """
    assert part_looks_like(play(part(GAME, row, ATTACKERS), "e2-d2"), row.replace(".ad.a", ".a.a."))
    column = """
        ..d.
        ....
        ..a.
        ..d.
    """
    after = """
        ....
        ..d.
        ....
        ..d.
    """
    assert part_looks_like(play(part(GAME, column, DEFENDERS), "c4-c3"), after)


def test_h5_not_diagonally() -> None:
    state = part(
        GAME,
        """
        ....a
        ..d..
        .a...
        """,
        ATTACKERS,
    )
    assert len(view(play(state, "e3-d3")).pieces) == 4


def test_h5_moving_between_two_enemies_is_safe_until_the_trap_is_closed_again() -> None:
    board = """
        ..d..
        .....
        .a.a.
        .....
    """
    state = play(part(GAME, board, DEFENDERS), "c4-c2")
    assert part_looks_like(state, board.replace("..d..", ".....").replace(".a.a.", ".ada."))
    play(state, "b2-b3 j10-j9 b3-b2")
    assert part_looks_like(play(state, "j9-j10"), board.replace("..d..", ".....").replace(".a.a.", ".a.a."))


def test_h5_the_moved_piece_is_one_of_the_jaws() -> None:
    """Moving the attacker away from c3 captures nothing, and b2 d2 were there before."""
    board = """
        ..a..
        .ada.
        .....
    """
    state = play(part(GAME, board, ATTACKERS), "c3-c4")
    assert len(view(state).pieces) == 5


def test_h5_three_at_once() -> None:
    board = """
        ....a..
        ....d..
        ..ad.da
        .......
        ....a..
    """
    after = """
        ....a..
        .......
        ..a.a.a
        .......
        .......
    """
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "e1-e3"), after)


def test_h5_only_one_piece_in_a_sandwich() -> None:
    board = """
        .add.a
        ......
    """
    assert len(view(play(part(GAME, board, ATTACKERS), "f2-e2")).pieces) == 5


@pytest.mark.parametrize(("mover", "victim"), [("a", "d"), ("d", "a")])
def test_h6_corners_are_hostile_to_everybody(mover: str, victim: str) -> None:
    state = part(GAME, f".{victim}.{mover}.\n", "ad".index(mover))
    assert part_looks_like(play(state, "d1-c1"), f"..{mover}..\n")


def test_h6_the_edge_is_never_hostile() -> None:
    state = part(
        GAME,
        """
        ..a.
        ....
        ..d.
        """,
        ATTACKERS,
    )
    assert len(view(play(state, "c3-c2")).pieces) == 3


THRONE = """
    11| ...........
    10| ...........
     9| ...........
     8| ...........
     7| ...........
     6| .a.d.......
     5| ...........
     4| .....X.....
     3| ...........
     2| ...........
     1| ....a....d.
"""


def test_h6_the_empty_throne_is_hostile_to_defenders() -> None:
    board = THRONE.replace(".....X.....", ".....k.....").replace(".a.d.......", ".a..d......")
    after = play(drawn(GAME, board, ATTACKERS), "b6-d6")
    assert looks_like(after, board.replace(".a..d......", "...a......."))


def test_h6_the_occupied_throne_is_not_hostile_to_defenders() -> None:
    board = THRONE.replace(".....X.....", "...........").replace(".a.d.......", ".a..dk.....")
    after = play(drawn(GAME, board, ATTACKERS), "b6-d6")
    assert looks_like(after, board.replace(".a..dk.....", "...adk....."))


def test_h6_the_empty_throne_is_hostile_to_attackers() -> None:
    board = THRONE.replace(".....X.....", ".....k.....").replace(".a.d.......", ".d..a......")
    after = play(drawn(GAME, board, DEFENDERS), "b6-d6")
    assert looks_like(after, board.replace(".d..a......", "...d......."))


def test_h6_the_occupied_throne_is_hostile_to_attackers() -> None:
    board = THRONE.replace(".....X.....", "...........").replace(".a.d.......", ".d..ak.....")
    after = play(drawn(GAME, board, DEFENDERS), "b6-d6")
    assert looks_like(after, board.replace(".d..ak.....", "...d.k....."))


def test_h6_the_king_is_armed_as_the_one_who_moves_and_as_the_other() -> None:
    board = """
        .......
        ..da..k
        .......
        .a.....
    """
    assert part_looks_like(play(part(GAME, board, DEFENDERS), "g3-e3"), board.replace("..da..k", "..d.k.."))
    board = board.replace("..da..k", ".ka...d")
    assert part_looks_like(play(part(GAME, board, DEFENDERS), "g3-d3"), board.replace(".ka...d", ".k.d..."))


def test_h6_the_king_is_not_captured_between_two() -> None:
    state = part(
        GAME,
        """
        .......
        ..ak..a
        .......
        """,
        ATTACKERS,
    )
    assert play(state, "g2-e2").outcome() is None


@pytest.mark.parametrize("corner", ["a1", "a11", "k1", "k11"])
def test_h7_the_king_on_a_corner_wins(corner: str) -> None:
    king = f"{corner[0]}6"
    state = GAME.position(f"11/11/5a5/11/11/{'k10' if king == 'a6' else '10k'}/11/11/11/11/11 d")
    assert play(state, f"{king}-{corner}").outcome() == Outcome(DEFENDERS, "king_escaped")
    assert state.legal_actions() == []
    assert state.why_not("f9-f8") == ("H7", "The game is over. The king has escaped.")


def test_h7_the_edge_is_no_escape() -> None:
    state = part(
        GAME,
        """
        ..k..
        .....
        ....a
        """,
        DEFENDERS,
    )
    assert play(state, "c3-c1").outcome() is None
