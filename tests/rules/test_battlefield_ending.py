"""Battlefield, rule by rule: how a game ends without a winner, and in which order the endings are checked (B14)."""

from __future__ import annotations

from typing import Any

import pytest

from drawn import drawn, play
from quincunx import Outcome
from rules.skirmish import Changes, hp, skirmish

FIELDS = "- - 0 1"


def test_b14_stalemate() -> None:
    state = drawn(
        skirmish(),
        """
        8| k.......
        7| ........
        6| ........
        5| .Q......
        4| ........
        3| ........
        2| ........
        1| ....K...
        """,
        fields=f"{FIELDS} units:a8/5",
    )
    assert play(state, "b5-b6").outcome() == Outcome(None, "stalemate")


SHUFFLE = """
    8| k.......
    7| p.......
    6| ........
    5| ........
    4| ........
    3| ........
    2| P.......
    1| N...K...
"""


def test_b14_the_third_occurrence_is_a_draw() -> None:
    state = drawn(skirmish(), SHUFFLE, fields=FIELDS)
    round_trip = "e1-e2 a8-b8 e2-e1 b8-a8"
    play(state, round_trip)
    play(state, "e1-e2 a8-b8 e2-e1")
    assert state.outcome() is None
    assert play(state, "b8-a8").outcome() == Outcome(None, "repetition")


def test_b14_hp_effects_and_rights_belong_to_the_position() -> None:
    """The squares are the same, but a unit has been struck meanwhile."""
    state = drawn(
        skirmish(quiet=0),
        SHUFFLE.replace("8| k.......", "8| k......n").replace("1| N...K...", "1| ....K..R"),
        fields=FIELDS,
    )
    play(state, "h1-h8 h8-g6 h7-h1 g6-h8")
    assert hp(state, "h8") == 4
    play(state, "e1-e2 a8-b8 e2-e1 b8-a8")
    assert state.outcome() is None
    assert play(state, "e1-e2 a8-b8 e2-e1 b8-a8").outcome() == Outcome(None, "repetition")


@pytest.mark.parametrize(("difference", "repeats"), [({"name": "Second"}, True), ({"atk": 9}, False)])
def test_b14_two_units_of_one_profile_are_the_same_unit(difference: dict[str, Any], repeats: bool) -> None:
    """The rooks swap places. Their names do not matter."""
    state = drawn(
        skirmish({"Rh": difference}, repetition=2),
        """
        8| .......k
        7| ........
        6| ........
        5| ........
        4| ........
        3| ........
        2| ........
        1| RR..K...
        """,
        fields=f"{FIELDS} units:b1=Rh",
    )
    play(state, "a1-a2 h8-g8 b1-a1 g8-h8 a2-b2 h8-g8 b2-b1 g8-h8")
    assert state.outcome() == (Outcome(None, "repetition") if repeats else None)


def test_b14_quiet_turns() -> None:
    state = drawn(skirmish(repetition=0, quiet=4), SHUFFLE, fields=FIELDS)
    play(state, "e1-e2 a8-b8 e2-e1")
    assert state.outcome() is None
    assert play(state.copy(), "b8-a8").outcome() == Outcome(None, "quiet")
    assert play(state, "a7-a6").outcome() is None
    assert state.position().split()[4] == "0"


@pytest.mark.parametrize(
    ("actions", "quiet"),
    [
        ("d4-e6", 8),  # a failed attack
        ("heal:h1-g2", 8),
        ("cheer:h1-g2", 8),
        ("c3-d3", 8),
        ("g2-f3", 8),  # a pawn's failed attack does not leave its square
        ("g2-g3", 0),
    ],
)
def test_b14_what_counts_as_progress(actions: str, quiet: int) -> None:
    white: Changes = {"B": {"weapon": "staff", "skills": ["heal", "cheer"]}}
    picture = """
        8| ....k...
        7| ........
        6| ....n...
        5| ........
        4| ...N....
        3| ..R..n..
        2| ......P.
        1| ....K..B
    """
    state = drawn(skirmish(white), picture, fields="- - 7 20 units:g2/3")
    assert play(state, actions).position().split()[4] == str(quiet)


def test_b14_a_turn_of_two_actions_counts_once_and_either_may_be_progress() -> None:
    state = drawn(skirmish(), SHUFFLE, fields="- - 7 20 units:a1+c1")
    assert play(state.copy(), "a1-b3 b3-c5").position().split()[4] == "8"
    assert play(state.copy(), "a1-b3 end").position().split()[4] == "8"
    taking = drawn(skirmish(), SHUFFLE.replace("3| ........", "3| .b......"), fields="- - 7 20 units:a1+c1,b3/3")
    assert play(taking, "a1-b3").position().split()[4] == "0"
    assert play(taking, "b3-c5").position().split()[4] == "0"


def test_b14_checkmate_comes_before_the_draws() -> None:
    state = drawn(
        skirmish(quiet=8),
        """
        8| k.......
        7| ........
        6| .K......
        5| ........
        4| ........
        3| ........
        2| ........
        1| .......R
        """,
        fields="- - 7 20 units:a8/5",
    )
    assert play(state, "h1-h8").outcome() == Outcome(0, "checkmate")
