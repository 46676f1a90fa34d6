"""FlipFlop, rule by rule: passing, and how a game ends (F5–F6)."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, play
from quincunx import Outcome
from rules.flipflop_boards import START, TWO_TO_TRAP

GAME = quincunx.game("flipflop")
WHITE, BLACK = 0, 1

NOBODY_CAN = """
    ........
    ........
    ...ww...
    ........
    ........
    ...b....
    ........
    ........
"""


def test_f5_two_passes_in_a_row_end_the_game() -> None:
    state = drawn(GAME, NOBODY_CAN)
    play(state, "pass")
    assert state.outcome() is None
    play(state, "pass")
    assert state.outcome() == Outcome(WHITE, "both_passed")
    assert state.actions() == [state.game.read_action("pass")] * 2
    assert state.legal_actions() == []
    assert state.why_not("pass") == ("F5", "The game is over. Both players have passed.")


def test_f5_a_pass_and_a_pass_with_a_placement_between_do_not() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        ........
        ........
        ........
        ........
        ........
        wb......
        """,
        BLACK,
    )
    play(state, "pass c1 pass")
    assert state.outcome() is None
    play(state, "pass")
    assert state.outcome() == Outcome(WHITE, "both_passed")


def test_f5_a_pass_before_belongs_to_the_position_until_a_piece_is_placed() -> None:
    state = drawn(GAME, TWO_TO_TRAP, WHITE)
    after_a_pass = drawn(GAME, TWO_TO_TRAP, WHITE, "passed:yes")
    assert state.key != after_a_pass.key
    assert play(state, "d3") == play(after_a_pass, "d3")


def test_f5_on_a_full_board_both_passes_are_played() -> None:
    state = drawn(GAME, "wwwwwwww\n" * 4 + "bbbbbbbb\n" * 4)
    assert legal_texts(state) == {"pass"}
    assert legal_texts(play(state, "pass")) == {"pass"}
    assert play(state, "pass").outcome() == Outcome(None, "both_passed")


def test_f5_the_game_ends_with_blacks_last_turn() -> None:
    state = drawn(GAME, START, WHITE, "turn:62 ply:62")  # black has taken 31 of 32 turns
    play(state, "c5")
    assert state.outcome() is None
    play(state, "c4")
    assert state.outcome() == Outcome(None, "turns_used")
    assert state.why_not("c3") == ("F5", "The game is over. Black has used all of its turns.")


@pytest.mark.parametrize("n", [8, 12])
def test_f5_black_has_half_as_many_turns_as_there_are_squares(n: int) -> None:
    game = quincunx.game("flipflop", n=n)
    board = game.start().position().split()[0]
    state = game.position(f"{board} b turn:{n * n - 3}")
    state.apply(state.legal_actions()[0])
    assert state.outcome() is None
    state = game.position(f"{board} b turn:{n * n - 1}")
    state.apply(state.legal_actions()[0])
    assert state.outcome() is not None


def test_f5_a_forced_pass_is_one_of_blacks_turns() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        ........
        ........
        ........
        ........
        ........
        wb......
        """,
        BLACK,
        "turn:63",
    )
    assert play(state, "pass").outcome() == Outcome(None, "turns_used")


def test_f5_two_passes_are_named_before_the_turns() -> None:
    state = drawn(GAME, NOBODY_CAN, WHITE, "turn:62")
    assert play(state, "pass pass").outcome() == Outcome(WHITE, "both_passed")


def test_f6_more_pieces_win_and_as_many_draw() -> None:
    assert play(drawn(GAME, NOBODY_CAN), "pass pass").outcome() == Outcome(WHITE, "both_passed")
    more_black = NOBODY_CAN.replace("...b....", "b..b...b")
    assert play(drawn(GAME, more_black), "pass pass").outcome() == Outcome(BLACK, "both_passed")
    as_many = NOBODY_CAN.replace("...b....", "b..b....")
    assert play(drawn(GAME, as_many), "pass pass").outcome() == Outcome(None, "both_passed")
