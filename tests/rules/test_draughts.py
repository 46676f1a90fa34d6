"""English draughts: the rules that differ from Checkers."""

from __future__ import annotations

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome

GAME = quincunx.game("draughts")

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


def test_k2_dark_moves_first() -> None:
    assert GAME.start().to_move == 0
    assert "first" not in GAME.options


def test_k4_capturing_is_compulsory() -> None:
    state = drawn(GAME, CHAIN)
    assert legal_texts(state) == {"c3-e5"}
    assert state.why_not("g1-f2") == ("K4", "You must capture if you can.")


def test_k4_any_capture_will_do_not_only_the_longest() -> None:
    state = drawn(GAME, CHAIN.replace("2| ........", "2| .....l.."))
    assert legal_texts(state) == {"c3-e5", "g1-e3"}


def test_k4_the_chain_must_be_finished() -> None:
    state = play(drawn(GAME, CHAIN), "c3-e5")
    assert legal_texts(state) == {"e5-c7", "e5-g7"}
    assert state.why_not("end") == ("K4", "You must finish the chain: there is more to capture.")
    assert state.why_not("pass") == ("K4", "You must finish the chain: there is more to capture.")
    assert play(state, "e5-g7").to_move == 1


RING = """
    8| .......l
    7| ........
    6| .l.l....
    5| ........
    4| .l.l....
    3| ..D.....
    2| ........
    1| ........
"""


def test_k5_a_piece_is_jumped_once() -> None:
    state = play(drawn(GAME, RING), "c3-e5")
    assert legal_texts(state) == {"e5-c7"}
    assert state.why_not("e5-c3") == ("K5", "The piece on d4 has already been jumped.")


def test_k5_a_king_goes_all_the_way_round_to_where_it_began() -> None:
    state = play(drawn(GAME, RING), "c3-e5 e5-c7 c7-a5 a5-c3")
    assert state.to_move == 1
    assert looks_like(
        state,
        """
        8| .......l
        7| ........
        6| ........
        5| ........
        4| ........
        3| ..D.....
        2| ........
        1| ........
        """,
    )


def test_k6_a_man_that_is_crowned_stops() -> None:
    state = drawn(
        GAME,
        """
        8| ........
        7| ....l.l.
        6| ...d....
        5| ........
        4| ........
        3| ........
        2| ........
        1| ........
        """,
    )
    play(state, "d6-f8")
    assert (state.to_move, state.turn) == (1, 1)
    assert GAME.spec.pieces(state)[GAME.cell("f8")].name == "king"


def test_k6_a_king_does_not_stop_on_the_far_rank() -> None:
    state = drawn(
        GAME,
        """
        8| ........
        7| ....l.l.
        6| ...D....
        5| ........
        4| ........
        3| ........
        2| ........
        1| ........
        """,
    )
    assert legal_texts(play(state, "d6-f8")) == {"f8-h6"}


BLOCKING = """
    8| ........
    7| ........
    6| ...L....
    5| ........
    4| .l......
    3| d.......
    2| ........
    1| ........
"""


def test_k7_a_blocked_player_loses() -> None:
    state = play(drawn(GAME, BLOCKING, to_move=1), "d6-c5")
    assert state.outcome() == Outcome(1, "blocked")
    assert state.legal_actions() == []
    assert state.why_not("pass") == ("K7", "The game is over. The player to move cannot move, and loses.")


def test_k7_a_blocked_player_loses_before_the_quiet_turns_draw() -> None:
    state = drawn(GAME, BLOCKING, 1, "quiet:99")
    assert play(state.copy(), "d6-e5").outcome() == Outcome(None, "quiet")
    assert play(state, "d6-c5").outcome() == Outcome(1, "blocked")


def test_k7_no_passes() -> None:
    assert GAME.start().why_not("pass") == ("K7", "You can move, so you can't pass.")


def test_k8_no_timeouts() -> None:
    assert GAME.start().why_not("timeout") == ("K8", "Running out of time does not pass the turn in this game.")


def test_k9_no_pieces_left_loses() -> None:
    state = drawn(GAME, CHAIN.replace("6| ...l.l..", "6| ........"))
    assert play(state, "c3-e5").outcome() == Outcome(0, "no_pieces")


def test_k10_the_hundred_turns_hold() -> None:
    kings = """
        8| .......L
        7| ........
        6| ........
        5| ........
        4| ........
        3| ........
        2| ........
        1| D.......
    """
    state = play(drawn(GAME, kings), "a1-b2 h8-g7 b2-a1 g7-h8 " * 24 + "a1-b2 h8-g7 b2-a1")
    assert state.outcome() is None
    assert play(state, "g7-h8").outcome() == Outcome(None, "quiet")
