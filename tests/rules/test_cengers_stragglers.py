"""Cengers: pieces that never leave the opponent's home do not prevent a win (C7, ruling; option `stragglers`)."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, play
from quincunx import Outcome, Random, State
from rules.reference_cengers import Reference

# an o is in x's home, and x has all other squares of it except c6
HELD = """
    8| oxx.....
    7| xxx.....
    6| xx.x....
    5| ........
    4| ........
    3| ....ooo.
    2| ....ooo.
    1| ....oox.
"""
FULL = HELD.replace("xx.x", "xxx.")
TURNED = """
    8| .oxx....
    7| .xxx....
    6| .xxx....
    5| ........
    4| ........
    3| ....o.oo
    2| .....ooo
    1| .....oox
"""


def held(turn: int, board: str = HELD, **options: object) -> State:
    return drawn(quincunx.game("cengers", **options), board, turn % 2, f"turn:{turn} ply:{turn}")


def test_c7_from_round_60_on_a_full_home_with_stragglers_wins() -> None:
    assert play(held(116), "d6-c6").outcome() is None, "round 59"
    assert play(held(118), "d6-c6").outcome() == Outcome(0, "home"), "round 60"
    assert play(held(300), "d6-c6").outcome() == Outcome(0, "home")
    assert play(held(118), "d6-d7").outcome() is None, "c6 is free"


def test_c7_for_o_from_the_same_round_on() -> None:
    assert play(held(117, TURNED), "e3-f3").outcome() is None
    assert play(held(119, TURNED), "e3-f3").outcome() == Outcome(1, "home")


def test_c7_a_home_that_was_full_before_wins_by_the_next_turn() -> None:
    state = play(held(116), "d6-c6")
    assert play(state, "e1-d1").outcome() is None, "o ends this turn, and x has not"
    assert play(state, "g1-h1").outcome() == Outcome(0, "home")


def test_c7_one_piece_at_home_must_be_ones_own() -> None:
    guests = """
        8| ooo.....
        7| ooo.....
        6| ooo.....
        5| ........
        4| ...x....
        3| ....xxx.
        2| ....xxx.
        1| ....xx..
    """
    assert play(held(118, guests), "d4-d5").outcome() is None
    one = guests.replace("8| ooo", "8| oox").replace("4| ...x", "4| ...o")
    assert play(held(118, one), "e3-e4").outcome() == Outcome(0, "home")


def test_c7_not_in_the_middle_of_a_chain() -> None:
    jumping = """
        8| oxx.....
        7| xxx.....
        6| xx.xx...
        5| ..o.....
        4| ........
        3| ....ooo.
        2| ....ooo.
        1| ....o...
    """
    state = play(held(118, jumping), "e6-c6")
    assert state.outcome() is None
    assert legal_texts(state) == {"c6-c4", "end"}
    assert play(state.copy(), "end").outcome() == Outcome(0, "home")
    assert play(state, "c6-c4").outcome() is None


def test_c7_stragglers_is_an_option() -> None:
    assert play(held(118, stragglers=0), "d6-c6").outcome() is None
    assert play(held(6, stragglers=5), "d6-c6").outcome() is None
    assert play(held(8, stragglers=5), "d6-c6").outcome() == Outcome(0, "home")


def test_c7_comes_before_the_last_round() -> None:
    assert play(held(119, TURNED, rounds=60), "e3-f3").outcome() == Outcome(1, "home")


def test_c7_a_position_with_a_full_home_is_over_for_the_one_who_has_just_moved() -> None:
    assert held(119, FULL).outcome() == Outcome(0, "home")
    assert held(117, FULL).outcome() is None
    assert held(120, FULL).outcome() is None, "o has just moved"
    over = play(held(118), "d6-c6")
    assert over.game.position(over.position()) == over


@pytest.mark.parametrize("stragglers", [0, 3])
def test_c7_the_engine_agrees_with_the_reference(stragglers: int) -> None:
    """Random moves hardly ever fill a home, so each game begins shortly before the deadline, with one square free."""
    ended = 0
    for seed in range(200):
        random, state = Random(seed), held(2, stragglers=stragglers)
        pieces = state.game.spec.pieces(state)
        reference = Reference({(cell % 8, cell // 8): "xo"[piece.owner] for cell, piece in pieces.items()})
        reference.turns, reference.stragglers = 2, stragglers
        for _ in range(16):
            assert legal_texts(state) == reference.actions()
            if state.over:
                break
            actions = state.legal_actions()
            action = actions[random.below(len(actions))]
            reference.play(state.text(action))
            state.apply(action)
        outcome = state.outcome()
        winner = None if outcome is None or outcome.winner is None else "xo"[outcome.winner]
        assert reference.result == (None if outcome is None else (winner, outcome.reason))
        ended += outcome is not None
    assert (ended > 0) == (stragglers > 0)
