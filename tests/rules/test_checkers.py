"""Checkers, rule by rule (K1–K6): the board, moving and capturing."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome, State

GAME = quincunx.game("checkers")


def refused(state: State, text: str) -> str:
    """The id of the rule that forbids the action; empty for a legal one."""
    refusal = state.why_not(text)
    return refusal.rule if refusal else ""


def hud(state: State) -> dict[str, tuple[str, ...]]:
    return {row.label: row.values for row in state.game.spec.hud(state)}


# -- the board --


def test_k1_start() -> None:
    state = GAME.start()
    assert looks_like(
        state,
        """
        8| .l.l.l.l
        7| l.l.l.l.
        6| .l.l.l.l
        5| ........
        4| ........
        3| d.d.d.d.
        2| .d.d.d.d
        1| d.d.d.d.
        """,
    )
    assert GAME.board.chequered
    assert hud(state) == {"Captured": ("none", "none"), "Kings": ("0", "0")}


def test_k1_only_own_pieces_move_and_none_is_placed() -> None:
    state = GAME.start()
    assert state.why_not("b6-a5") == ("K1", "The piece on b6 is your opponent's.")
    assert state.why_not("d4-e5") == ("K1", "There is no piece on d4.")
    assert refused(state, "d4") == "K1"


def test_k2_who_begins_is_an_option() -> None:
    assert GAME.start().to_move == 0
    light_first = quincunx.game("checkers", first="light").start()
    assert light_first.to_move == 1
    assert legal_texts(light_first) == {"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}
    assert play(light_first, "b6-a5").to_move == 0
    with pytest.raises(quincunx.OptionError, match="dark or light"):
        quincunx.game("checkers", first="both")


# -- moving and capturing --

MAN_AND_KING = """
    8| .......l
    7| ........
    6| ........
    5| ........
    4| ...d....
    3| ........
    2| .....D..
    1| ........
"""


def test_k3_men_go_forward_and_kings_both_ways() -> None:
    state = drawn(GAME, MAN_AND_KING)
    assert legal_texts(state) == {"d4-c5", "d4-e5", "f2-e1", "f2-g1", "f2-e3", "f2-g3"}
    assert legal_texts(drawn(GAME, MAN_AND_KING, to_move=1)) == {"h8-g7"}
    assert state.why_not("d4-c3") == ("K3", "Men only move forward; kings move both ways.")
    assert [refused(state, text) for text in ("d4-d5", "d4-d4", "d4-e6", "d4-g7", "d4-f4")] == ["K3"] * 5


def test_k3_a_capture_jumps_an_adjacent_enemy_to_the_empty_tile_behind() -> None:
    state = drawn(
        GAME,
        """
        8| ........
        7| ......l.
        6| .l...l..
        5| ..l.d...
        4| ...d....
        3| ........
        2| .l......
        1| d.......
        """,
    )
    assert legal_texts(state) == {"a1-c3", "e5-d6"}
    assert state.why_not("e5-g7") == ("K3", "g7 is taken.")
    assert state.why_not("d4-b6") == ("K3", "b6 is taken.")
    assert state.why_not("e5-c7") == ("K3", "There is no enemy on d6 to jump.")
    assert state.why_not("d4-f6") == ("K3", "f6 is taken.")
    assert state.why_not("a1-b2") == ("K3", "b2 is taken.")


def test_k3_an_own_piece_is_not_jumped() -> None:
    state = drawn(GAME, MAN_AND_KING.replace("5| ........", "5| ....d..."))
    assert state.why_not("d4-f6") == ("K3", "There is no enemy on e5 to jump.")


CHAIN = """
    8| ........
    7| ........
    6| ...l.l..
    5| ........
    4| ...l....
    3| ..d.....
    2| ........
    1| ......d.
"""


def test_k4_capturing_is_never_compulsory() -> None:
    assert legal_texts(drawn(GAME, CHAIN)) == {"c3-e5", "c3-b4", "g1-f2", "g1-h2"}


def test_k4_the_same_piece_captures_on_in_any_direction_or_the_player_ends_the_turn() -> None:
    state = play(drawn(GAME, CHAIN), "c3-e5")
    assert (state.to_move, state.turn, state.acted) == (0, 0, 1)
    assert legal_texts(state) == {"e5-c7", "e5-g7", "end"}
    assert state.why_not("g1-f2") == ("K4", "Only the piece on e5 can go on capturing in this turn.")
    assert play(state.copy(), "end").to_move == 1
    assert play(state, "e5-c7").to_move == 1, "nothing left to capture: the turn ends by itself"


def test_k4_after_a_capture_there_is_no_step_and_no_pass() -> None:
    state = play(drawn(GAME, CHAIN.replace("6| ...l.l..", "6| ...l....")), "c3-e5")
    assert state.why_not("e5-f6") == ("K4", "After a capture, the piece can only go on capturing.")
    assert state.why_not("pass") == ("K4", "You can't pass in a chain of captures: end your turn instead.")


def test_k4_end_only_within_a_chain() -> None:
    assert refused(GAME.start(), "end") == "K4"


def test_k5_captured_pieces_stay_until_the_turn_ends_then_go_to_the_pile() -> None:
    state = play(drawn(GAME, CHAIN), "c3-e5")
    assert looks_like(state, CHAIN.replace("5| ........", "5| ....d...").replace("3| ..d.....", "3| ........"))
    assert GAME.spec.pieces(state)[GAME.cell("d4")].effects == ("captured",)
    assert GAME.spec.pieces(state)[GAME.cell("d6")].effects == ()
    assert hud(state)["Captured"] == ("9 light men", "10 dark men")
    assert looks_like(
        play(state, "end"),
        """
        8| ........
        7| ........
        6| ...l.l..
        5| ....d...
        4| ........
        3| ........
        2| ........
        1| ......d.
        """,
    )
    assert hud(state)["Captured"] == ("10 light men", "10 dark men")


def test_k5_a_captured_king_leaves_no_crown_behind() -> None:
    state = play(
        drawn(GAME, CHAIN.replace("4| ...l....", "4| ...L....")), "c3-e5 end f6-g5 g1-f2 g5-h4 f2-e3 h4-g3 e3-d4"
    )
    assert GAME.spec.pieces(state)[GAME.cell("d4")].name == "man"
    assert hud(state)["Kings"] == ("0", "0")


def test_k5_the_pile_has_the_pieces_as_they_were_captured() -> None:
    """The drawn position gives the number of pieces captured before, not their ranks: they count as men."""
    state = play(drawn(GAME, CHAIN.replace("4| ...l....", "4| ...L....")), "c3-e5")
    assert hud(state)["Captured"] == ("9 light men", "10 dark men"), "the turn is not over"
    play(state, "end")
    assert hud(state)["Captured"] == ("9 light men, 1 light king", "10 dark men")
    pile, other = GAME.spec.hud(state)[0].pieces
    assert [(piece.owner, piece.name, piece.shape) for piece in pile] == [(1, "man", "ridged")] * 9 + [
        (1, "king", "ridged-king")
    ]
    assert [(piece.owner, piece.name) for piece in other] == [(0, "man")] * 10


KING_CHAIN = """
    8| .......l
    7| ........
    6| ........
    5| ........
    4| .l.l....
    3| ..D.....
    2| ........
    1| ........
"""


def test_k5_a_king_jumps_the_same_piece_twice_but_not_three_times() -> None:
    state = play(drawn(GAME, KING_CHAIN), "c3-e5")
    assert legal_texts(state) == {"e5-c3", "end"}
    play(state, "e5-c3")
    assert legal_texts(state) == {"c3-a5", "end"}
    assert state.why_not("c3-e5") == ("K5", "The piece on d4 has been jumped twice in this turn.")
    assert hud(play(state, "end"))["Captured"] == ("10 light men", "11 dark men"), "twice is no further gain"


def test_k5_a_second_jump_with_nothing_left_ends_the_turn() -> None:
    state = play(drawn(GAME, KING_CHAIN.replace(".l.l", "...l")), "c3-e5 e5-c3")
    assert (state.to_move, state.turn) == (1, 1)


def test_k5_a_captured_piece_is_in_the_way() -> None:
    state = play(drawn(GAME, KING_CHAIN), "c3-e5")
    assert state.why_not("e5-d4") == ("K5", "The captured piece stays on d4 until the turn ends.")


def test_k5_a_man_cannot_jump_back() -> None:
    assert play(drawn(GAME, KING_CHAIN.replace("D", "d")), "c3-e5").to_move == 1


CROWNING = """
    8| ........
    7| ..l.l.l.
    6| ...d....
    5| ........
    4| ........
    3| ........
    2| ........
    1| ........
"""


def test_k5_ruling_a_jump_as_a_man_counts_after_crowning() -> None:
    state = play(drawn(GAME, CROWNING), "d6-f8 f8-d6")
    assert legal_texts(state) == {"d6-b8", "end"}
    assert refused(state, "d6-f8") == "K5"


def test_k5_a_chain_that_took_the_last_piece_goes_on_while_a_jump_is_left() -> None:
    state = play(drawn(GAME, MAN_AND_KING.replace("3| ........", "3| ......l.").replace("l\n", ".\n", 1)), "f2-h4")
    assert state.outcome() is None
    assert legal_texts(state) == {"h4-f2", "end"}
    assert play(state.copy(), "end").outcome() == Outcome(0, "no_pieces")
    assert play(state, "h4-f2").outcome() == Outcome(0, "no_pieces")


def test_k6_a_man_on_the_far_rank_is_a_king_at_once() -> None:
    state = play(drawn(GAME, MAN_AND_KING.replace("7| ........", "7| d.......")), "a7-b8")
    assert looks_like(
        state,
        """
        8| .D.....l
        7| ........
        6| ........
        5| ........
        4| ...d....
        3| ........
        2| .....D..
        1| ........
        """,
    )
    assert hud(state)["Kings"] == ("2", "0")


def test_k6_lights_far_rank_is_the_first() -> None:
    state = play(drawn(GAME, MAN_AND_KING.replace("2| .....D..", "2| .l...D.."), to_move=1), "b2-a1")
    assert GAME.spec.pieces(state)[GAME.cell("a1")].name == "king"


def test_k6_crowned_by_a_capture_it_captures_on_as_a_king() -> None:
    state = play(drawn(GAME, CROWNING), "d6-f8")
    assert legal_texts(state) == {"f8-d6", "f8-h6", "end"}
    assert GAME.spec.pieces(state)[GAME.cell("f8")].name == "king"
    play(state, "f8-h6 end")
    assert hud(state) == {"Captured": ("11 light men", "11 dark men"), "Kings": ("1", "0")}
