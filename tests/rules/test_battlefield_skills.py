"""Battlefield, rule by rule: skills (B9), passive skills (B10) and effects (B11)."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from drawn import drawn, legal_texts, play
from quincunx import State
from rules.skirmish import Changes, effects, hp, refused, skirmish

FIELDS = "- - 0 1"


def named(state: State, word: str) -> set[str]:
    """The legal actions of a skill, without the skill's name."""
    return {text.removeprefix(f"{word}:") for text in legal_texts(state) if text.startswith(word)}


# -- heal --

SICK_BAY = """
    8| ....k...
    7| ........
    6| ........
    5| ........
    4| ....P...
    3| .....N..
    2| ....K.P.
    1| .....B..
"""
HEALER = {"weapon": "staff", "skills": ["heal"]}


def sick_bay(healer: dict[str, Any], units: str = "units:g2/3,e4/3,e2/12", **limits: int) -> State:
    return drawn(skirmish({"B": healer}, **limits), SICK_BAY, fields=f"{FIELDS} {units}")


def test_b9_heal_restores_half_of_atk_to_a_damaged_friend_on_an_attacked_square() -> None:
    """The bishop attacks e2 and g2; e4 is out of its reach."""
    state = sick_bay(HEALER | {"atk": 9})
    assert named(state, "heal") == {"f1-g2", "f1-e2"}
    before = state.position().split()[0]
    play(state, "heal:f1-g2")
    assert hp(state, "g2") == 7
    assert state.position().split()[0] == before  # no unit has moved
    assert state.to_move == 1


def test_b9_heal_goes_at_most_to_the_maximum_and_the_king_may_be_healed() -> None:
    assert hp(play(sick_bay(HEALER | {"atk": 30}), "heal:f1-g2"), "g2") == 10
    assert hp(play(sick_bay(HEALER), "heal:f1-e2"), "e2") == 16


def test_b9_a_healing_staff_heals_by_itself_and_its_full_atk() -> None:
    state = sick_bay({"weapon": "healing_staff", "atk": 5})
    assert hp(play(state, "heal:f1-g2"), "g2") == 8


def test_b9_a_pawn_heals_on_its_diagonals() -> None:
    state = drawn(
        skirmish({"P": HEALER}),
        """
        8| ....k...
        7| ........
        6| ........
        5| ........
        4| ..NNN...
        3| ..NP....
        2| ........
        1| ....K...
        """,
        fields=f"{FIELDS} units:c4/1,d4/1,e4/1,c3/1",
    )
    assert named(state, "heal") == {"d3-c4", "d3-e4"}


def test_b9_heal_refusals() -> None:
    state = sick_bay(HEALER, "units:g2/3,e4/3")
    assert state.why_not("heal:f3-e4") == (
        "B9",
        "The unit on f3 cannot heal: it needs the Heal skill or a Healing Staff.",
    )
    assert state.why_not("heal:f1-e4") == (
        "B9",
        "The unit on f1 does not reach e4: skills work on squares it attacks.",
    )
    assert state.why_not("heal:f1-e2") == ("B9", "This would not restore any HP to the unit on e2.")
    assert state.why_not("heal:f1-d3") == ("B9", "You have no unit on d3.")
    assert refused(sick_bay(HEALER | {"atk": 1}), "heal:f1-g2") == "B9"  # half of 1 is nothing
    assert refused(sick_bay(HEALER), "heal:f1-g2") == ""


# -- cheer --

PARADE = """
    8| ....k...
    7| .......p
    6| ........
    5| ........
    4| ........
    3| ..N.....
    2| .P......
    1| R.B.K...
"""
CHEERER: Changes = {"B": {"skills": ["cheer"]}}


def parade(white: Changes, black: Changes | None = None, fields: str = FIELDS) -> State:
    return drawn(skirmish(white, black), PARADE, fields=fields)


def test_b9_a_cheered_unit_may_act_twice_in_its_owners_next_turn() -> None:
    state = parade(CHEERER)
    assert named(state, "cheer") == {"c1-b2"}
    play(state, "cheer:c1-b2")
    assert effects(state, "b2") == ("cheered",)
    play(state, "h7-h6 b2-b3")
    assert (state.to_move, state.acted) == (0, 1)
    assert legal_texts(state) == {"b3-b4", "end"}
    assert refused(state, "c3-d5") == "B9"
    assert play(state.copy(), "end").to_move == 1
    play(state, "b3-b4")
    assert state.to_move == 1
    assert effects(state, "b4") == ()


def test_b9_the_second_action_is_only_for_the_unit_that_acted_first() -> None:
    state = play(parade(CHEERER), "cheer:c1-b2 h7-h6 c3-d5")
    assert state.to_move == 1
    play(state, "h6-h5 b2-b3")
    assert state.to_move == 1  # the cheer is over


def test_b9_the_turn_ends_by_itself_where_there_is_no_second_action() -> None:
    """The pawn moves next to the knight and can do nothing more."""
    state = drawn(
        skirmish(CHEERER),
        PARADE.replace("4| ........", "4| .n......"),
        fields=f"{FIELDS} units:b2+c1",
    )
    assert play(state, "b2-b3").to_move == 1


def test_b9_a_cheered_unit_may_be_cheered_again_but_not_one_that_cheers() -> None:
    state = drawn(
        skirmish({"Bc": {"skills": ["cheer"]}, "N": {"skills": ["cheer"]}}),
        """
        8| ....k...
        7| .......p
        6| ........
        5| ........
        4| ........
        3| ...N....
        2| .P......
        1| ..B.K...
        """,
        fields=f"{FIELDS} units:b2+c1",
    )
    assert named(state, "cheer") == {"c1-b2", "d3-b2", "d3-e1"}
    assert state.why_not("cheer:d3-c1") == ("B9", "A unit that cheers others cannot be cheered itself.")
    assert state.why_not("cheer:b2-c3") == ("B9", "The unit on b2 does not have the Cheer skill.")
    assert refused(state, "cheer:c1-e3") == "B9"
    assert refused(state, "cheer:c1-e1") == "B9"
    play(state, "cheer:d3-b2 h7-h6 b2-b3")
    assert state.acted == 1


def test_b9_end_is_only_for_a_second_action() -> None:
    assert parade(CHEERER).why_not("end") == (
        "B9",
        "You can only skip the second action of a cheered unit, and no unit has acted yet.",
    )


def test_b9_both_actions_may_be_heals() -> None:
    white: Changes = {"R": {"weapon": "staff", "skills": ["heal"]}, **CHEERER}
    state = play(parade(white, fields=f"{FIELDS} units:a1+c1,c1/1"), "heal:a1-c1")
    assert (state.to_move, hp(state, "c1")) == (0, 5)
    play(state, "heal:a1-c1")
    assert (state.to_move, hp(state, "c1")) == (1, 9)


def test_b9_a_cheered_unit_that_falls_in_its_first_action_ends_the_turn() -> None:
    state = drawn(
        skirmish(),
        PARADE.replace("3| ..N.....", "3| ..R.....").replace("5| ........", "5| ..r....."),
        fields=f"{FIELDS} units:c3/3+c1",
    )
    assert play(state, "c3-c5").to_move == 1


# -- passive skills --


def struck(white: Changes, black: Changes, picture: str, attack: str, fields: str = FIELDS) -> tuple[int, int]:
    """The remaining HP after a battle: the defender's, the attacker's."""
    state = play(drawn(skirmish(white, black), picture, fields=fields), attack)
    knights = {
        piece.owner: int(piece.badges[0].value)
        for piece in state.game.spec.pieces(state).values()
        if piece.glyph in "Nn"
    }
    return knights[1], knights[0]


DUEL = """
    8| ....k...
    7| ........
    6| r...n...
    5| ........
    4| ...N....
    3| ..R.....
    2| ........
    1| ....K...
"""
BESIDE_DEFENDER = DUEL.replace("6| r...n", "6| ...rn")
BETWEEN = DUEL.replace("6| r...n", "6| ....n").replace("5| ........", "5| ...r....")


def test_b10_banner_gives_2_atk_to_friends_around_the_bearer() -> None:
    banner = {"skills": ["banner"]}
    assert struck({"R": banner}, {}, DUEL, "d4-e6") == (2, 4)  # 8 + 2 - 2 from 10; the counter is unmodified
    assert struck({"N": banner}, {}, DUEL, "d4-e6") == (4, 4)  # not for the bearer itself
    assert struck({"R": banner}, {}, DUEL.replace("3| ..R", "3| R.."), "d4-e6") == (4, 4)  # not at a distance
    assert struck({}, {"R": banner}, BESIDE_DEFENDER, "d4-e6") == (4, 2)  # the counter is modified too


def test_b10_ward_gives_2_def_and_2_mdef() -> None:
    ward = {"skills": ["ward"]}
    assert struck({}, {"R": ward}, BESIDE_DEFENDER, "d4-e6") == (6, 4)
    assert struck({"N": {"weapon": "staff"}}, {"R": ward}, BESIDE_DEFENDER, "d4-e6") == (5, 4)
    assert struck({"R": ward}, {}, DUEL, "d4-e6") == (4, 6)


def test_b10_dread_takes_2_atk_from_enemies_around_the_bearer() -> None:
    dread = {"skills": ["dread"]}
    assert struck({}, {"R": dread}, BETWEEN, "d4-e6") == (6, 4)
    assert struck({"R": dread}, {}, DUEL, "d4-e6") == (4, 4)  # the enemy is not adjacent
    assert struck({"N": dread}, {"N": dread}, DUEL, "d4-e6") == (4, 4)  # a knight's leap apart


def test_b10_attack_and_armour_never_go_below_0() -> None:
    dread = {"skills": ["dread"]}
    assert struck({"N": {"atk": 1}}, {"R": dread, "N": {"def": 0}}, BETWEEN, "d4-e6") == (10, 4)


def test_b10_several_bearers_do_not_add_up() -> None:
    two = DUEL.replace("4| ...N", "4| ..RN")
    assert struck({"R": {"skills": ["banner"]}}, {}, two, "d4-e6") == (2, 4)


def test_b10_everybody_counts_on_the_original_squares() -> None:
    """The rook ends far from the unit with the banner, but strikes with its bonus; the same applies to wards."""
    state = drawn(
        skirmish({"K": {"skills": ["banner"]}}, {"R": {"skills": ["ward"]}}),
        """
        8| ....k...
        7| .r......
        6| r.......
        5| ........
        4| ........
        3| ........
        2| RK......
        1| ........
        """,
        fields=FIELDS,
    )
    play(state, "a2-a6")
    assert hp(state, "a6") == 10 - (8 + 2 - 2 - 2)
    assert hp(state, "a5") == 4


# -- effects --


KNIVES = {"weapon": "throwing_knives"}


def test_b11_knives_weaken_a_unit_left_standing() -> None:
    state = drawn(skirmish({"N": KNIVES | {"atk": 1}}, {"N": {"def": 4, "mdef": 4}}), DUEL, fields=FIELDS)
    play(state, "d4-e6")
    assert hp(state, "e6") == 10  # whatever the damage
    assert effects(state, "e6") == ("knives",)


def test_b11_armour_goes_down_by_3_and_not_below_0() -> None:
    for armour, left in ((4, 10 - (8 - 1)), (2, 10 - 8)):
        black: Changes = {"N": {"def": armour}, "R": {"def": 99}}
        state = drawn(skirmish({}, black), DUEL, fields=f"{FIELDS} units:e6+k1")
        assert hp(play(state, "d4-e6"), "e6") == left


def test_b11_knives_weaken_an_attacker_by_their_counter() -> None:
    state = play(drawn(skirmish({}, {"N": KNIVES}), DUEL, fields=FIELDS), "d4-e6")
    assert effects(state, "d4") == ("knives",)
    assert effects(state, "e6") == ()


def test_b11_an_effect_lasts_through_the_two_turns_that_follow() -> None:
    """Set in white's turn: active in black's turn and in white's next one, gone when black's second turn begins."""
    state = play(drawn(skirmish({"N": KNIVES}), DUEL, fields=FIELDS), "d4-e6")
    assert "e6/4+k2" in state.position()
    play(state, "e8-f8")
    assert "e6/4+k1" in state.position()
    play(state, "c3-c4")
    assert effects(state, "e6") == ()


@pytest.mark.parametrize("count", [1, 2])
def test_b11_setting_an_effect_again_refreshes_it(count: int) -> None:
    state = drawn(skirmish({"N": KNIVES | {"atk": 0}}), DUEL, fields=f"{FIELDS} units:e6+k{count}")
    assert "units:d4/4,e6+k2" in play(state, "d4-e6").position()
    assert "units:d4/4,e6+k1" in play(state, "e8-f8").position()


def test_b11_effects_travel_with_the_unit() -> None:
    state = drawn(skirmish(), DUEL, to_move=1, fields=f"{FIELDS} units:e6+k2")
    assert effects(play(state, "e6-f4"), "f4") == ("knives",)


def test_b11_knives_thrown_in_a_first_action_tell_in_the_second() -> None:
    """8 - 2 = 6 with the first strike, 8 - 0 = 8 with the second."""
    state = drawn(skirmish({"N": KNIVES}, {"N": {"hp": 40, "atk": 0}}), DUEL, fields=f"{FIELDS} units:d4+c1")
    play(state, "d4-e6")
    assert "e6/34+k3" in state.position()
    assert hp(play(state, "d4-e6"), "e6") == 26


def test_b10_vantage_and_words_for_the_screen() -> None:
    state = quincunx.game("battlefield", white="wildwood").start()
    queen = state.game.spec.pieces(state)[3]
    labels = {badge.label: badge.value for badge in queen.badges}
    assert queen.name == "Huntress"
    assert labels["weapon"] == "throwing knives"
    assert labels["skill"] == "vantage"
    assert queen.badges[0].most == labels["HP"]
