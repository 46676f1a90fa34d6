"""Checkers, rule by rule (K7–K10): passing, the clock, and the end."""

from __future__ import annotations

import quincunx
from drawn import drawn, legal_texts, play
from quincunx import Outcome
from rules.test_checkers import CHAIN, GAME, KING_CHAIN, MAN_AND_KING, hud, refused

BLOCKED = """
    8| ........
    7| ........
    6| ........
    5| ..l.....
    4| .l......
    3| d.......
    2| ........
    1| ........
"""


def test_k7_no_pass_while_an_action_is_available() -> None:
    assert GAME.start().why_not("pass") == ("K7", "You can move, so you can't pass.")


def test_k7_a_player_with_none_passes() -> None:
    state = drawn(GAME, BLOCKED)
    assert legal_texts(state) == {"pass"}
    assert state.why_not("a3-b4") == ("K3", "b4 is taken.")
    play(state, "pass")
    assert (state.to_move, state.turn, state.outcome()) == (1, 1, None)


def test_k8_a_timeout_passes_the_turn_and_is_never_among_the_legal_actions() -> None:
    state = GAME.start()
    assert "timeout" not in legal_texts(state)
    assert state.why_not("timeout") is None
    assert (play(state, "timeout").to_move, state.turn) == (1, 1)


def test_k8_what_was_captured_before_the_timeout_counts() -> None:
    state = play(drawn(GAME, CHAIN), "c3-e5 timeout")
    assert state.to_move == 1
    assert hud(state)["Captured"] == ("10 light men", "10 dark men")


def test_k8_ruling_three_timeouts_in_a_row_by_one_player_are_leaving() -> None:
    state = play(GAME.start(), "timeout b6-a5 timeout d6-c5")
    assert state.outcome() is None
    assert play(state, "timeout").outcome() == Outcome(1, "left")
    assert refused(state, "b6-a5") == "K8"


def test_k8_both_may_run_out_of_time_by_turns() -> None:
    state = play(GAME.start(), "timeout timeout timeout timeout")
    assert state.outcome() is None
    assert play(state, "timeout").outcome() == Outcome(1, "left")


def test_k8_any_other_turn_starts_the_count_again() -> None:
    state = play(GAME.start(), "timeout b6-a5 timeout d6-e5 a3-b4 f6-g5 timeout g5-h4 timeout")
    assert state.outcome() is None


def test_k8_a_forced_pass_too() -> None:
    state = drawn(GAME, BLOCKED, fields="timeouts:2,0")
    assert play(state.copy(), "timeout").outcome() == Outcome(1, "left")
    play(state, "pass c5-d4 timeout d4-e3 timeout")
    assert state.outcome() is None


# -- the end --


def test_k9_no_pieces_left_loses() -> None:
    state = play(drawn(GAME, CHAIN.replace("6| ...l.l..", "6| ........")), "c3-e5")
    assert state.outcome() == Outcome(0, "no_pieces")
    assert state.legal_actions() == []
    assert state.why_not("e5-f6") == ("K9", "The game is over. One side has no pieces left.")
    assert refused(state, "timeout") == "K9"


def test_k9_the_last_piece_taken_comes_before_the_third_timeout() -> None:
    state = drawn(GAME, MAN_AND_KING.replace("3| ........", "3| ......l.").replace("l\n", ".\n", 1), 0, "timeouts:2,0")
    assert play(state, "f2-h4 timeout").outcome() == Outcome(0, "no_pieces")


WALLS = """
    8| ...l....
    7| ..l.l.l.
    6| .l.l.l.l
    5| l.l.l.l.
    4| .d.d.d.d
    3| d.d.d.d.
    2| .d.d.d..
    1| ..d.....
"""


def test_k10_two_forced_passes_in_a_row_are_a_draw() -> None:
    state = play(drawn(GAME, WALLS), "pass")
    assert state.outcome() is None
    assert legal_texts(state) == {"pass"}
    assert play(state, "pass").outcome() == Outcome(None, "passes")


def test_k10_a_timeout_breaks_a_row_of_passes() -> None:
    state = play(drawn(GAME, WALLS), "pass timeout pass")
    assert state.outcome() is None
    assert play(state, "pass").outcome() == Outcome(None, "passes")


def test_k10_passes_are_an_option() -> None:
    four = quincunx.game("checkers", passes=4)
    assert play(drawn(four, WALLS), "pass pass pass").outcome() is None
    assert play(drawn(four, WALLS), "pass pass pass pass").outcome() == Outcome(None, "passes")
    never = quincunx.game("checkers", passes=0)
    assert play(drawn(never, WALLS), "pass " * 99).outcome() is None
    assert play(drawn(never, WALLS), "pass " * 100).outcome() == Outcome(None, "quiet"), "a pass is a quiet turn"


KINGS = """
    8| .......L
    7| ........
    6| ........
    5| d.......
    4| ........
    3| ........
    2| ........
    1| D.......
"""
THERE_AND_BACK = "a1-b2 h8-g7 b2-a1 g7-h8 "


def test_k10_a_hundred_turns_without_a_capture_and_without_a_mans_move_are_a_draw() -> None:
    state = play(drawn(GAME, KINGS), THERE_AND_BACK * 24 + "a1-b2 h8-g7 b2-a1")
    assert state.outcome() is None
    assert play(state, "g7-h8").outcome() == Outcome(None, "quiet")


def test_k10_a_mans_move_starts_the_count_again() -> None:
    short = quincunx.game("checkers", quiet=4)
    state = play(drawn(short, KINGS), "a1-b2 h8-g7 a5-b6 g7-h8 b2-a1 h8-g7")
    assert state.outcome() is None
    assert play(state, "a1-b2").outcome() == Outcome(None, "quiet")


def test_k10_a_capture_starts_the_count_again_even_if_the_time_runs_out_after_it() -> None:
    short = quincunx.game("checkers", quiet=2)
    picture = KING_CHAIN.replace("l\n", "L\n", 1)
    for ending in ("end", "timeout"):
        state = play(drawn(short, picture, fields="quiet:1"), f"c3-e5 {ending}")
        assert play(state, "h8-g7").outcome() is None
        assert play(state, "timeout").outcome() == Outcome(None, "quiet"), "a timeout alone is a quiet turn"


def test_k10_quiet_is_an_option() -> None:
    never = quincunx.game("checkers", quiet=0)
    assert play(drawn(never, KINGS), THERE_AND_BACK * 60).outcome() is None


def test_k10_leaving_comes_before_the_draws() -> None:
    state = drawn(GAME, KINGS, fields="quiet:99 timeouts:2,0")
    assert play(state, "timeout").outcome() == Outcome(1, "left")


def test_k10_passes_are_named_before_the_quiet_turns() -> None:
    state = drawn(GAME, WALLS, fields="quiet:99 passes:1")
    assert play(state, "pass").outcome() == Outcome(None, "passes")
