"""Battlefield, rule by rule: promotion and en passant (B15)."""

from __future__ import annotations

import pytest

from drawn import drawn, legal_texts, looks_like, play
from quincunx import State
from rules.skirmish import Changes, effects, hp, refused, skirmish

FIELDS = "- - 0 1"

# -- promotion --

SEVENTH = """
    8| .r..k...
    7| ..P.....
    6| ........
    5| ........
    4| ........
    3| ........
    2| ........
    1| ....K...
"""


def of_pawn(state: State, square: str) -> set[str]:
    """The actions of the pawn on the square."""
    return {text[3:] for text in legal_texts(state) if text.startswith(square)}


def test_b15_a_pawn_becomes_a_fresh_unit_of_its_armys_promotion_profile() -> None:
    game = skirmish({"N": {"hp": 17}})
    state = drawn(game, SEVENTH, fields=f"{FIELDS} units:c7/1+k1")
    play(state, "c7-c8=N")
    assert (hp(state, "c8"), effects(state, "c8")) == (17, ())
    assert looks_like(state, SEVENTH.replace("8| .r.", "8| .rN").replace("7| ..P", "7| ..."))


def test_b15_the_role_must_be_named() -> None:
    state = drawn(skirmish(), SEVENTH, fields=FIELDS)
    assert state.why_not("c7-c8") == ("B15", "Choose what the pawn becomes: add =Q, =R, =B or =N.")
    assert state.why_not("e1-e2=Q") == ("B15", "Only a pawn that reaches the last rank is promoted.")
    assert refused(drawn(skirmish(), SEVENTH.replace("6| ........", "6| P......."), fields=FIELDS), "a6-a7=Q") == "B15"


def test_b15_an_attack_on_the_last_rank_that_fails_is_one_action_without_a_role() -> None:
    state = drawn(skirmish(), SEVENTH, fields=FIELDS)
    assert of_pawn(state, "c7") == {"c8=Q", "c8=R", "c8=B", "c8=N", "b8"}
    assert state.why_not("c7-b8=Q") == (
        "B15",
        "The attack will not defeat its target, so the pawn is not promoted: leave out the =.",
    )
    assert looks_like(play(state, "c7-b8"), SEVENTH)
    assert hp(state, "b8") == 4


def test_b15_an_attack_on_the_last_rank_that_succeeds_promotes() -> None:
    state = drawn(skirmish(), SEVENTH, fields=f"{FIELDS} units:b8/5")
    assert {"b8=Q", "b8=R", "b8=B", "b8=N"} <= of_pawn(state, "c7")
    assert refused(state, "c7-b8") == "B15"
    assert looks_like(play(state, "c7-b8=R"), SEVENTH.replace("8| .r", "8| .R").replace("7| ..P", "7| ..."))


def test_b15_a_pawn_that_falls_to_vantage_is_not_promoted() -> None:
    picture = SEVENTH.replace("8| .r", "8| .q")
    state = drawn(skirmish({"P": {"hp": 3, "atk": 30}}, {"Q": {"skills": ["vantage"]}}), picture, fields=FIELDS)
    assert "c7-b8" in legal_texts(state)
    assert looks_like(play(state, "c7-b8"), picture.replace("7| ..P", "7| ..."))


def test_b15_a_pawn_promoted_in_a_cheered_first_action_has_no_second_one() -> None:
    state = drawn(skirmish(), SEVENTH, fields=f"{FIELDS} units:c7+c1")
    assert play(state, "c7-c8=Q").to_move == 1


# -- en passant --

PASSING = """
    8| ....k...
    7| ...p....
    6| ........
    5| ..P.P...
    4| ........
    3| ........
    2| ........
    1| ....K...
"""
PASSED = PASSING.replace("7| ...p", "7| ....").replace("5| ..P.P", "5| ..PpP")


def passed(white: Changes | None = None, black: Changes | None = None, units: str = "") -> State:
    """A position in which black's pawn has just made its double step between the two white ones."""
    state = drawn(skirmish(white, black), PASSING, to_move=1, fields=f"{FIELDS} {units}")
    return play(state, "d7-d5")


def test_b15_a_pawn_defeated_in_passing() -> None:
    state = passed({"P": {"atk": 20}})
    assert {"c5-d6", "e5-d6"} <= legal_texts(state)
    assert state.position().split()[3] == "d6"
    play(state, "c5-d6")
    assert looks_like(
        state, PASSING.replace("7| ...p", "7| ....").replace("6| ....", "6| ...P").replace("5| ..P.P", "5| ....P")
    )


def test_b15_a_failed_try_leaves_everybody_in_place_and_draws_no_counter() -> None:
    state = play(passed(), "e5-d6")
    assert looks_like(state, PASSED)
    assert (hp(state, "d5"), hp(state, "e5")) == (4, 10)
    assert state.position().split()[3:5] == ["-", "1"]


def test_b15_the_right_is_gone_after_a_turn() -> None:
    state = play(passed(), "e1-e2 e8-e7")
    assert state.why_not("e5-d6") == (
        "B15",
        "A pawn moves diagonally only to attack: d6 is empty, and no pawn has just passed it.",
    )


def test_b15_a_failed_try_may_be_repeated_in_a_cheered_turn() -> None:
    state = play(passed(units="units:e5+c2"), "e5-d6")
    assert (state.acted, state.position().split()[3]) == (1, "d6")
    play(state, "e5-d6")
    assert looks_like(
        state, PASSING.replace("7| ...p", "7| ....").replace("6| ....", "6| ...P").replace("5| ..P.P", "5| ..P..")
    )


def test_b15_a_cheered_pawn_may_come_up_and_take_in_its_second_action() -> None:
    """The right is kept for it even if nobody can capture yet; without the cheer it disappears at once."""
    picture = PASSING.replace("5| ..P.P", "5| .....").replace("4| ........", "4| ..P.....")
    state = drawn(skirmish(), picture, to_move=1, fields=f"{FIELDS} units:c4+c2")
    play(state, "d7-d5")
    assert state.position().split()[3] == "-"
    assert "passing:d5" in state.position()
    play(state, "c4-c5")
    assert "c5-d6" in legal_texts(state)
    for units in ("", "units:e1+c2"):
        elsewhere = play(drawn(skirmish(), picture, to_move=1, fields=f"{FIELDS} {units}"), "d7-d5")
        assert "passing" not in elsewhere.position()
    far = drawn(skirmish(), picture.replace("4| ..P", "4| ..."), to_move=1, fields=FIELDS)
    assert "passing" not in play(far, "d7-d5").position()


def test_b15_a_cheered_pawn_that_cannot_come_to_it_keeps_no_right() -> None:
    picture = PASSING.replace("5| ..P.P", "5| .....").replace("4| ........", "4| .......P")
    state = drawn(skirmish(), picture, to_move=1, fields=f"{FIELDS} units:h4+c2")
    assert "passing" not in play(state, "d7-d5").position()


def test_b15_a_cheered_pawn_may_heal_its_king_out_of_check_and_then_take() -> None:
    """In check, en passant does not help; the pawn first heals the king, who is on its diagonal."""
    picture = """
        8| ....k...
        7| ...p....
        6| .K.....r
        5| ..P.....
        4| ........
        3| ........
        2| ........
        1| ........
    """
    white: Changes = {"P": {"weapon": "staff", "skills": ["heal"], "atk": 20}}
    state = drawn(skirmish(white), picture, to_move=1, fields=f"{FIELDS} units:b6/5,c5+c2")
    play(state, "d7-d5")
    assert "c5-d6" in legal_texts(state)  # it blocks the rook, so healing is not needed
    open_file = picture.replace("6| .K.....r", "6| .K......").replace("3| ........", "3| .r......")
    state = drawn(skirmish(white), open_file, to_move=1, fields=f"{FIELDS} units:b6/5,c5+c2")
    play(state, "d7-d5")
    assert "c5-d6" not in legal_texts(state)
    assert "passing:d5" in state.position()
    assert "c5-d6" in legal_texts(play(state, "heal:c5-b6"))


def test_b15_the_right_stands_though_the_passing_pawn_acted_from_its_square() -> None:
    """Cheered, the pawn makes its double step, then makes a failed attack from its new square."""
    picture = PASSING.replace("4| ........", "4| ....N...")
    state = drawn(skirmish(), picture, to_move=1, fields=f"{FIELDS} units:d7+c1")
    play(state, "d7-d5")
    assert "passing:d5" in state.position()
    play(state, "d5-e4")
    assert state.to_move == 0
    assert {"c5-d6", "e5-d6"} <= legal_texts(state)


def test_b15_a_pawn_that_steps_on_cannot_be_taken_in_passing() -> None:
    state = drawn(skirmish(), PASSING, to_move=1, fields=f"{FIELDS} units:d7+c1")
    play(state, "d7-d5 d5-d4")
    assert "c5-d6" not in legal_texts(state)
    assert "passing" not in state.position()


def test_b15_en_passant_must_leave_the_king_safe() -> None:
    """Both pawns would leave the rank at once, which opens it to the rook."""
    picture = """
        8| ....k...
        7| ...p....
        6| ........
        5| K.P....r
        4| ........
        3| ........
        2| ........
        1| ........
    """
    for health, legal in ((5, False), (6, True)):
        state = drawn(skirmish({"P": {"atk": 20}}), picture, to_move=1, fields=f"{FIELDS} units:a5/{health}")
        play(state, "d7-d5")
        assert ("c5-d6" in legal_texts(state)) == legal
        if not legal:
            assert refused(state, "c5-d6") == "B12"


@pytest.mark.parametrize("white_cheered", ["", "units:e5+c2"])
def test_b14_en_passant_belongs_to_the_position_only_where_it_can_be_played(white_cheered: str) -> None:
    """With a pawn beside it, the double step leads to a different position than two single steps."""
    by_double_step = passed(units=white_cheered)
    by_single_step = drawn(skirmish(), PASSED, fields=f"{FIELDS} {white_cheered.replace('c2', 'c1')}")
    assert by_double_step.key != by_single_step.key
    alone = PASSED.replace("5| ..PpP", "5| P..p.")
    double = drawn(skirmish(), PASSING.replace("5| ..P.P", "5| P...."), to_move=1, fields=FIELDS)
    assert play(double, "d7-d5").key == drawn(skirmish(), alone, fields=FIELDS).key
