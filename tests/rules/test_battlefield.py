"""Battlefield, rule by rule: the chess underneath (B0), damage (B3–B6) and battles (B7, B8)."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from rules.skirmish import Changes, hp, refused, skirmish

FIELDS = "- - 0 1"


# -- the board and the moves of chess --


def test_b0_start() -> None:
    state = quincunx.game("battlefield").start()
    assert looks_like(
        state,
        """
        8| rnbqkbnr
        7| pppppppp
        6| ........
        5| ........
        4| ........
        3| ........
        2| PPPPPPPP
        1| RNBQKBNR
        """,
    )
    assert state.to_move == 0
    assert state.game.board.chequered


def test_b0_slots_are_mirrored_up_down() -> None:
    """The queen's slot is Qd for both sides, and each pawn's profile belongs to its file."""
    game = skirmish({"Pd": {"hp": 3}, "Qd": {"hp": 4}}, {"Pd": {"hp": 5}, "Rh": {"hp": 6}})
    state = game.start()
    assert [hp(state, square) for square in ("d2", "d1", "d7", "h8", "e2", "h1")] == [3, 4, 5, 6, 10, 10]


def test_b0_refusals_name_what_is_wrong_with_a_move() -> None:
    state = quincunx.game("battlefield").start()
    assert state.why_not("e7-e5") == ("B0", "The piece on e7 is your opponent's.")
    assert state.why_not("e4-e5") == ("B0", "There is no piece on e4.")
    assert state.why_not("a1-a2") == ("B0", "Your own piece is on a2.")
    assert state.why_not("a1-a5") == ("B0", "A rook cannot move from a1 to a5 here.")
    assert state.why_not("e2-e2") == ("B0", "Name a square other than the piece's own.")
    assert state.why_not("e2-e5") == ("B0", "A pawn cannot move from e2 to e5.")
    for text in ("e4", "b1-b3", "e2-f4"):
        assert refused(state, text) == "B0"
    assert state.why_not("pass") == (
        "B14",
        "You cannot pass: a player without a legal action is in checkmate or in stalemate.",
    )
    assert refused(state, "timeout") == "B14"
    assert refused(state, "e2-d3") == "B15"


def test_b0_pawns_step_only_onto_empty_squares() -> None:
    state = drawn(
        skirmish(),
        """
        8| ....k...
        7| ........
        6| ........
        5| ........
        4| ..p.....
        3| p.......
        2| P.P.....
        1| ....K...
        """,
        fields=FIELDS,
    )
    assert {text for text in legal_texts(state) if text[0] in "ac"} == {"c2-c3"}
    assert state.why_not("a2-a3") == ("B0", "A pawn moves forward only onto empty squares.")
    assert refused(state, "c2-c4") == "B0"


# -- damage --


def damage(attacker: dict[str, Any], defender: dict[str, Any]) -> int:
    """The damage that a knight of the first kind deals to a knight of the second."""
    sturdy = {"hp": 99, "atk": 0}
    state = drawn(
        skirmish({"N": attacker}, {"N": sturdy | defender}),
        """
        8| ....k...
        7| ........
        6| ....n...
        5| ........
        4| ...N....
        3| ........
        2| ........
        1| ....K...
        """,
        fields=FIELDS,
    )
    play(state, "d4-e6")
    return 99 - hp(state, "e6")


@pytest.mark.parametrize(
    ("attacker", "kind"),
    [
        ({"weapon": "staff"}, "mdef"),
        ({"weapon": "healing_staff"}, "mdef"),
        ({"class": "dragon"}, "mdef"),
        ({"class": "beast"}, "def"),
        ({"weapon": "bow"}, "def"),
        ({"weapon": "spear"}, "def"),
        ({"weapon": "axe"}, "def"),
        ({"weapon": "sword"}, "def"),
        ({"weapon": "throwing_knives"}, "def"),
    ],
)
def test_b3_magical_attacks_are_for_staffs_and_dragons(attacker: dict[str, Any], kind: str) -> None:
    armour = {"def": 0, "mdef": 0} | {kind: 20}
    assert damage({"atk": 20} | attacker, armour) == 0
    assert damage({"atk": 20} | attacker, {"def": 20, "mdef": 20} | {kind: 0}) > 0


@pytest.mark.parametrize(("strong", "weak"), [("water", "fire"), ("fire", "ground"), ("ground", "water")])
def test_b4_b5_elements(strong: str, weak: str) -> None:
    bare = {"def": 0, "mdef": 0}
    assert damage({"atk": 12, "element": strong}, bare | {"element": weak}) == 14  # 12 × 6/5, rounded down
    assert damage({"atk": 12, "element": weak}, bare | {"element": strong}) == 9  # 12 × 4/5, rounded down
    for other in ("none", strong):
        assert damage({"atk": 12, "element": strong}, bare | {"element": other}) == 12
    assert damage({"atk": 12}, bare | {"element": strong}) == 12


@pytest.mark.parametrize(
    ("weapon", "prey"), [("bow", "flying"), ("spear", "cavalry"), ("sword", "dragon"), ("axe", "beast")]
)
def test_b5_weapons_are_effective_against_a_class(weapon: str, prey: str) -> None:
    for unit_class in ("infantry", "flying", "cavalry", "dragon", "beast"):
        expected = 13 if unit_class == prey else 9  # 9 × 3/2, rounded down
        assert damage({"atk": 9, "weapon": weapon}, {"class": unit_class, "def": 0}) == expected


def test_b5_each_product_is_rounded_down_in_order() -> None:
    """9 × 3/2 = 13, 13 × 4/5 = 10, in either order; 7 × 3/2 = 10, 10 × 4/5 = 8, but in the other order 7."""
    attacker = {"weapon": "bow", "element": "fire"}
    assert damage(attacker | {"atk": 9}, {"class": "flying", "element": "water", "def": 0}) == 10
    assert damage(attacker | {"atk": 7}, {"class": "flying", "element": "water", "def": 0}) == 8


def test_b5_damage_is_never_negative() -> None:
    assert damage({"atk": 3}, {"def": 9}) == 0


def test_b5_a_healing_staff_does_half_the_damage_rounded_down() -> None:
    assert damage({"atk": 12, "weapon": "staff"}, {"mdef": 1}) == 11
    assert damage({"atk": 12, "weapon": "healing_staff"}, {"mdef": 1}) == 5


# -- battles --

DUEL = """
    8| ....k...
    7| ........
    6| ....q...
    5| ........
    4| ...N....
    3| ........
    2| ........
    1| ....K...
"""


@pytest.mark.parametrize(("health", "stands"), [(8, True), (7, False)])
def test_b6_a_unit_with_0_hp_still_stands(health: int, stands: bool) -> None:
    state = play(
        drawn(skirmish({"N": {"atk": 8, "def": 99}}, {"Q": {"hp": health, "def": 0}}), DUEL, fields=FIELDS), "d4-e6"
    )
    assert looks_like(state, DUEL if stands else DUEL.replace("q", "N").replace("4| ...N", "4| ...."))
    if stands:
        assert hp(state, "e6") == 0


def test_b7_b8_the_document_knight_against_queen() -> None:
    """The knight on d4 fails to defeat the queen on e6: both stay, and a queen does not counter a knight's leap."""
    state = play(drawn(skirmish(), DUEL, fields=FIELDS), "d4-e6")
    assert looks_like(state, DUEL)
    assert (hp(state, "e6"), hp(state, "d4")) == (4, 10)
    assert state.to_move == 1


def test_b8_the_document_bishop_against_pawn() -> None:
    """The bishop on b2 fails to defeat the pawn on g7: it moves to f6."""
    state = drawn(
        skirmish(),
        """
        8| ....k...
        7| ......p.
        6| ........
        5| ........
        4| ........
        3| ........
        2| .B......
        1| ....K...
        """,
        fields=FIELDS,
    )
    play(state, "b2-g7")
    assert looks_like(
        state,
        """
        8| ....k...
        7| ......p.
        6| .....B..
        5| ........
        4| ........
        3| ........
        2| ........
        1| ....K...
        """,
    )
    assert hp(state, "g7") == 4


FILE_DUEL = """
    8| r...k...
    7| ........
    6| ........
    5| ........
    4| ........
    3| ........
    2| ........
    1| R...K...
"""


def file_duel(white: Changes, black: Changes, fields: str = FIELDS) -> quincunx.State:
    return drawn(skirmish(white, black), FILE_DUEL, fields=fields)


def test_b7_who_attacks_first_strikes_first_and_the_defender_counters() -> None:
    state = play(file_duel({}, {}), "a1-a8")
    assert (hp(state, "a8"), hp(state, "a7")) == (4, 4)


def test_b7_a_defeated_defender_does_not_counter() -> None:
    state = play(file_duel({"R": {"atk": 30}}, {}), "a1-a8")
    assert state.game.spec.pieces(state)[56].owner == 0
    assert hp(state, "a8") == 10


def test_b6_b7_a_defender_left_with_0_hp_counters() -> None:
    state = play(file_duel({}, {}, f"{FIELDS} units:a8/6"), "a1-a8")
    assert (hp(state, "a8"), hp(state, "a7")) == (0, 4)


def test_b7_a_counter_may_defeat_the_attacker() -> None:
    state = play(file_duel({"R": {"hp": 3}}, {}), "a1-a8")
    assert looks_like(state, FILE_DUEL.replace("R", "."))
    assert hp(state, "a8") == 4


def test_b7_vantage_strikes_first() -> None:
    state = play(file_duel({}, {"R": {"skills": ["vantage"]}}), "a1-a8")
    assert (hp(state, "a8"), hp(state, "a7")) == (4, 4)
    state = play(file_duel({"R": {"hp": 3}}, {"R": {"skills": ["vantage"]}}), "a1-a8")
    assert looks_like(state, FILE_DUEL.replace("R", "."))
    assert hp(state, "a8") == 10  # the attacker was defeated before it could strike
    state = play(file_duel({"R": {"atk": 30}}, {"R": {"skills": ["vantage"]}}), "a1-a8")
    assert hp(state, "a8") == 4  # the attacker won, but was struck first


def test_b7_vantage_needs_a_counter() -> None:
    """A queen cannot strike back at a knight, Vantage or not."""
    state = play(drawn(skirmish({"N": {"hp": 0}}, {"Q": {"skills": ["vantage"]}}), DUEL, fields=FIELDS), "d4-e6")
    assert (hp(state, "e6"), hp(state, "d4")) == (4, 0)


@pytest.mark.parametrize(
    ("attack", "attacker_hp"),
    [
        ("c4-b5", 4),  # a pawn counters on the squares it attacks,
        ("e2-b5", 10),  # but not farther along the same diagonal,
        ("b1-b5", 10),  # not in front of it,
        ("a6-b5", 10),  # and not behind it
    ],
)
def test_b7_counters_follow_the_defenders_own_geometry(attack: str, attacker_hp: int) -> None:
    pawn_battle = """
        8| ....k...
        7| ........
        6| B.......
        5| .p......
        4| ..B.....
        3| ........
        2| ....B...
        1| .R..K...
    """
    if attack == "e2-b5":
        pawn_battle = pawn_battle.replace("4| ..B", "4| ...")
    state = drawn(skirmish(), pawn_battle, fields=FIELDS)
    stop = {"c4-b5": "c4", "e2-b5": "c4", "b1-b5": "b4", "a6-b5": "a6"}[attack]
    play(state, attack)
    assert (hp(state, "b5"), hp(state, stop)) == (4, attacker_hp)


BESIDE = """
    8| ....k...
    7| ........
    6| ........
    5| ........
    4| ...qK...
    3| ..P.....
    2| ........
    1| ........
"""


@pytest.mark.parametrize("attack", ["e4-d4", "c3-d4"])
def test_b8_neighbours_stay_where_they_are(attack: str) -> None:
    state = play(drawn(skirmish(), BESIDE, fields=FIELDS), attack)
    assert looks_like(state, BESIDE)
    assert hp(state, "d4") == 4
    assert hp(state, attack[:2]) == (24 if attack == "e4-d4" else 4)
