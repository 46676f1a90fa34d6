"""Battlefield, rule by rule: the king's safety (B12) and castling (B13)."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome, State
from rules.skirmish import Changes, hp, refused, skirmish

FIELDS = "- - 0 1"

# -- check --

OPEN_FILE = """
    8| k...r...
    7| ........
    6| ........
    5| ........
    4| ........
    3| ........
    2| ........
    1| ....K..B
"""


def of_king(state: State) -> set[str]:
    """The moves of the king on e1."""
    return {text[3:] for text in legal_texts(state) if text.startswith("e1-")}


def test_b12_the_king_may_stand_in_danger_that_is_not_lethal() -> None:
    """Six damage at a time: a king with 6 HP survives the next hit with 0, one with 5 does not."""
    healthy = drawn(skirmish(), OPEN_FILE, fields=f"{FIELDS} units:e1/6")
    assert of_king(healthy) == {"d1", "d2", "e2", "f2", "f1"}
    assert "h1-g2" in legal_texts(healthy)
    weak = drawn(skirmish(), OPEN_FILE, fields=f"{FIELDS} units:e1/5")
    assert legal_texts(weak) == {"e1-d1", "e1-d2", "e1-f2", "e1-f1", "h1-e4"}


def test_b12_refusals() -> None:
    weak = drawn(skirmish(), OPEN_FILE, fields=f"{FIELDS} units:e1/5")
    assert weak.why_not("e1-e2") == ("B12", "On e2 your king would be in check from e8.")
    assert weak.why_not("h1-g2") == ("B12", "Your king is in check from e8, and this does not save it.")
    pinned = drawn(skirmish(), OPEN_FILE.replace("3| ........", "3| ....B..."), fields=f"{FIELDS} units:e1/5")
    assert pinned.why_not("e3-d4") == ("B12", "This would leave your king in check from e8.")
    assert "e3-d4" in legal_texts(drawn(pinned.game, OPEN_FILE.replace("3| ........", "3| ....B..."), fields=FIELDS))


def test_b12_a_pinned_unit_may_move_along_the_line_and_attack() -> None:
    state = drawn(skirmish(), OPEN_FILE.replace("3| ........", "3| ....R..."), fields=f"{FIELDS} units:e1/5")
    assert {text for text in legal_texts(state) if text.startswith("e3")} == {
        f"e3-e{rank}" for rank in (2, 4, 5, 6, 7, 8)
    }


@pytest.mark.parametrize(("atk", "legal"), [(12, False), (13, True)])
def test_b12_only_an_attack_that_defeats_the_attacker_ends_the_check(atk: int, legal: bool) -> None:
    state = drawn(
        skirmish({"N": {"atk": atk}}),
        """
        8| k.r.....
        7| ........
        6| ...N....
        5| ........
        4| ........
        3| ........
        2| ........
        1| ..K.....
        """,
        fields=f"{FIELDS} units:c1/5",
    )
    assert ("d6-c8" in legal_texts(state)) == legal


def test_b12_where_a_failed_attack_stops_is_what_counts() -> None:
    """The bishop's attack on the queen would fail and stop on d7, beside the file; a move to c2 blocks the file."""
    state = drawn(
        skirmish(),
        """
        8| ..q....k
        7| ........
        6| ........
        5| .....B..
        4| ........
        3| ........
        2| ........
        1| ..K.....
        """,
        fields=f"{FIELDS} units:c1/5",
    )
    assert {text for text in legal_texts(state) if text.startswith("f5")} == {"f5-c2"}


def test_b12_a_heal_or_a_ward_can_end_a_check() -> None:
    picture = """
        8| k...r...
        7| ........
        6| ........
        5| ........
        4| ........
        3| ...N..B.
        2| ........
        1| ....K...
    """
    healer = {"weapon": "staff", "skills": ["heal"], "atk": 2}
    with_ward = drawn(skirmish({"B": healer, "N": {"skills": ["ward"]}}), picture, fields=f"{FIELDS} units:e1/5")
    assert {"heal:g3-e1", "d3-f2"} <= legal_texts(with_ward)
    assert "d3-b2" not in legal_texts(with_ward)
    without = drawn(skirmish({"B": healer}), picture, fields=f"{FIELDS} units:e1/5")
    assert "heal:g3-e1" in legal_texts(without)
    assert "d3-f2" not in legal_texts(without)


def test_b12_a_banner_beside_the_attacker_counts() -> None:
    black: Changes = {"K": {"skills": ["banner"]}}
    assert "e1-e2" in legal_texts(drawn(skirmish({}, black), OPEN_FILE, fields=f"{FIELDS} units:e1/7"))
    roused = OPEN_FILE.replace("k...r", "...kr")
    assert "e1-e2" not in legal_texts(drawn(skirmish({}, black), roused, fields=f"{FIELDS} units:e1/7"))


def test_b12_knives_in_the_king_count() -> None:
    assert "e1-e2" in legal_texts(drawn(skirmish(), OPEN_FILE, fields=f"{FIELDS} units:e1/7"))
    assert "e1-e2" not in legal_texts(drawn(skirmish(), OPEN_FILE, fields=f"{FIELDS} units:e1/7+k1"))


def test_b12_a_cheer_does_not_help_a_king_in_check() -> None:
    cheering = skirmish({"B": {"skills": ["cheer"]}})
    picture = OPEN_FILE.replace("2| ........", "2| ......P.")
    assert "cheer:h1-g2" in legal_texts(drawn(cheering, picture, fields=FIELDS))
    assert refused(drawn(cheering, picture, fields=f"{FIELDS} units:e1/5"), "cheer:h1-g2") == "B12"


CLOSE = """
    8| k.......
    7| ........
    6| ........
    5| ........
    4| ........
    3| ........
    2| ....r...
    1| ....K..B
"""


def test_b12_dread_beside_the_attacker_counts() -> None:
    assert "h1-g2" not in legal_texts(drawn(skirmish(), CLOSE, fields=f"{FIELDS} units:e1/4"))
    feared = skirmish({"K": {"skills": ["dread"]}})
    assert "h1-g2" in legal_texts(drawn(feared, CLOSE, fields=f"{FIELDS} units:e1/4"))


def test_b12_vantage_saves_a_king_from_neighbours_he_defeats_first() -> None:
    fields = f"{FIELDS} units:e1/1,e2/5"
    assert "h1-g2" not in legal_texts(drawn(skirmish(), CLOSE, fields=fields))
    assert "h1-g2" in legal_texts(drawn(skirmish({"K": {"skills": ["vantage"]}}), CLOSE, fields=fields))


def test_b12_a_pinned_unit_still_gives_check() -> None:
    """The rook on e8 is pinned to its king by the rook on a8, and still gives check."""
    picture = OPEN_FILE.replace("8| k...r...", "8| R...r..k")
    state = drawn(skirmish(), picture, fields=f"{FIELDS} units:e1/5,h8/5")
    assert "e1-e2" not in legal_texts(state)


def test_b12_a_king_may_not_fall_in_his_own_attack() -> None:
    state = drawn(skirmish(), CLOSE, fields=f"{FIELDS} units:e1/5")
    assert state.why_not("e1-e2") == ("B12", "The battle on e2 would defeat your king.")
    assert refused(drawn(skirmish(), CLOSE, fields=f"{FIELDS} units:e1/5,e2/5"), "e1-e2") == ""


def test_b12_the_refusal_of_a_battle_says_what_would_come_of_it() -> None:
    """The knight on d2 survives one hit and never counters; the rook on e8 would defeat a king with 5 HP."""
    picture = OPEN_FILE.replace("2| ........", "2| ...n....")
    beside = drawn(skirmish(), picture, fields=f"{FIELDS} units:e1/5")
    assert beside.why_not("e1-d2") == ("B12", "Your king is in check from e8, and this does not save it.")
    behind = drawn(skirmish(), picture.replace("3| ........", "3| ....B..."), fields=f"{FIELDS} units:e1/5,d2/5")
    assert behind.why_not("e3-d2") == ("B12", "After this battle your king would be in check from e8.")
    assert refused(drawn(skirmish(), picture, fields=f"{FIELDS} units:e1/6"), "e1-d2") == ""


def test_b12_the_refusal_of_a_battle_that_does_not_end_the_check() -> None:
    state = drawn(
        skirmish(),
        OPEN_FILE.replace("1| ....K..B", "1| ....K..R").replace("r...", "r..R"),
        fields=f"{FIELDS} units:e1/5",
    )
    assert state.why_not("h8-e8") == (
        "B12",
        "Your king is in check from e8, and this battle would not defeat the unit there.",
    )


def test_b12_en_passant_that_opens_the_king_says_from_where() -> None:
    """Nobody can use the right, so it does not exist; the reason given is still the check."""
    picture = """
        8| k...r...
        7| ...p....
        6| ........
        5| ....P...
        4| ........
        3| ........
        2| ........
        1| ....K...
    """
    state = play(drawn(skirmish(), picture, to_move=1, fields=f"{FIELDS} units:e1/5,d7/5"), "d7-d5")
    assert state.why_not("e5-d6") == ("B12", "After this battle your king would be in check from e8.")


def test_b0_in_chess_kings_are_in_check_and_nothing_is_a_battle() -> None:
    chess = drawn(quincunx.game("chess"), OPEN_FILE.replace("2| ........", "2| ...n...."), fields=FIELDS)
    assert chess.why_not("e1-e2") == ("B12", "On e2 your king would be in check from e8.")
    assert chess.why_not("h1-g2") == ("B12", "Your king is in check from e8, and this does not save it.")
    assert chess.why_not("end") == ("B0", "A turn is one move and ends by itself.")
    assert chess.why_not("heal:a1-b2") == ("B0", "In this game pieces only move and capture.")


def test_b12_checkmate() -> None:
    state = drawn(
        skirmish(),
        """
        8| k.......
        7| ........
        6| ........
        5| ........
        4| ........
        3| ........
        2| .r......
        1| r......K
        """,
        to_move=1,
        fields=f"{FIELDS} units:h1/5,a1/9",
    )
    assert play(state, "a1-a3").outcome() is None
    state.undo()
    play(state, "b2-c2")
    assert state.outcome() == Outcome(1, "checkmate")
    assert state.legal_actions() == []
    assert state.why_not("h1-g1") == ("B12", "The game is over. The king is in check, and nothing can save it.")


TWO_BLOWS = """
    8| k.......
    7| ........
    6| Q.......
    5| ........
    4| ........
    3| ........
    2| ........
    1| ....K...
"""


def test_b12_two_attacks_in_one_cheered_turn_defeat_the_king() -> None:
    """A king with nine HP is safe from one hit of six, so this is no check; the queen can strike twice."""
    state = drawn(skirmish(), TWO_BLOWS, fields=f"{FIELDS} units:a8/9,a6+c1")
    play(state, "a6-a8")
    assert (hp(state, "a8"), state.acted) == (3, 1)
    play(state, "a7-a8")
    assert state.outcome() == Outcome(0, "king_defeated")
    assert looks_like(state, TWO_BLOWS.replace("6| Q", "6| .").replace("8| k", "8| Q"))


def test_b12_to_defeat_the_king_is_legal_whatever_happens_to_ones_own() -> None:
    """White's king is in check, and other actions of the queen would have to answer it."""
    picture = TWO_BLOWS.replace("4| ........", "4| ....r...")
    state = drawn(skirmish(), picture, fields=f"{FIELDS} units:a8/5,e1/5")
    assert "a6-a8" in legal_texts(state)
    assert "a6-b6" not in legal_texts(state)
    assert play(state, "a6-a8").outcome() == Outcome(0, "king_defeated")


def test_b12_an_effect_that_runs_out_can_cost_the_king() -> None:
    """While knives weaken the rook, the king would defeat it first. The effect ends when white's turn begins."""
    picture = """
        8| kR......
        7| ........
        6| ........
        5| ........
        4| ........
        3| ........
        2| .......p
        1| ....K...
    """
    game = skirmish({"R": {"def": 4}}, {"K": {"skills": ["vantage"]}})
    state = drawn(game, picture, to_move=1, fields=f"{FIELDS} units:a8/3,b8/4+k1")
    assert refused(state, "h2-h1=Q") == ""
    play(state, "h2-h1=Q")
    assert "b8-a8" in legal_texts(state)
    assert play(state, "b8-a8").outcome() == Outcome(0, "king_defeated")


# -- castling --

CASTLE = """
    8| r...k..r
    7| p......p
    6| ........
    5| ........
    4| ........
    3| ........
    2| P......P
    1| R...K..R
"""


def castle(picture: str = CASTLE, fields: str = "KQkq - 0 1", white: Changes | None = None) -> State:
    return drawn(skirmish(white), picture, fields=fields)


def test_b13_castling_to_both_sides() -> None:
    assert looks_like(
        play(castle(), "e1-g1 e8-c8"), CASTLE.replace("R...K..R", "R....RK.").replace("r...k..r", "..kr...r")
    )
    assert looks_like(
        play(castle(), "e1-c1 e8-g8"), CASTLE.replace("R...K..R", "..KR...R").replace("r...k..r", "r....rk.")
    )


@pytest.mark.parametrize(
    ("enemy", "kingside", "queenside"),
    [
        ("e7", False, False),  # the king is attacked, lethally or not
        ("f7", False, True),  # a square that the king crosses
        ("g7", False, True),  # the king's destination
        ("d7", True, False),
        ("c7", True, False),
        ("b7", True, True),  # only the rook crosses it
        ("h7", True, True),  # the rook may be attacked
    ],
)
def test_b13_no_square_of_the_kings_way_may_be_attacked(enemy: str, kingside: bool, queenside: bool) -> None:
    file = "abcdefgh".index(enemy[0])
    picture = """
        8| k.......
        7| ........
        6| ........
        5| ........
        4| ........
        3| ........
        2| P.......
        1| R...K..R
    """.replace("7| ........", f"7| {'.' * file}r{'.' * (7 - file)}")
    state = castle(picture, "KQ - 0 1")
    assert (refused(state, "e1-g1") == "") == kingside
    assert (refused(state, "e1-c1") == "") == queenside
    assert {refused(state, "e1-g1"), refused(state, "e1-c1")} <= {"", "B13"}


def test_b13_nothing_may_stand_between() -> None:
    for square, texts in (
        ("b1", {"e1-g1"}),
        ("c1", {"e1-g1"}),
        ("d1", {"e1-g1"}),
        ("f1", {"e1-c1"}),
        ("g1", {"e1-c1"}),
    ):
        row = list("R...K..R")
        row["abcdefgh".index(square[0])] = "B"
        state = castle(CASTLE.replace("R...K..R", "".join(row)))
        assert legal_texts(state) & {"e1-g1", "e1-c1"} == texts
    assert castle(CASTLE.replace("R...K..R", "R...KB.R")).why_not("e1-g1") == (
        "B13",
        "There are pieces between the king and the rook.",
    )


def test_b13_a_unit_that_has_left_its_square_has_lost_the_right() -> None:
    state = play(castle(), "h1-g1 a7-a6 g1-h1 a6-a5")
    assert state.why_not("e1-g1") == ("B13", "The king or that rook has already moved, or the rook is gone.")
    assert "e1-c1" in legal_texts(state)
    play(state, "e1-f1 a5-a4 f1-e1 h7-h6")
    assert refused(state, "e1-c1") == "B13"
    assert state.position().split()[2] == "kq"


def test_b13_a_defeated_rook_ends_the_right() -> None:
    bare = CASTLE.replace("P......P", "........").replace("p......p", "........")
    state = play(castle(bare, "KQkq - 0 1 units:h8/3"), "h1-h8")
    assert state.position().split()[2] == "Qq"


def test_b13_an_attack_heal_or_cheer_from_the_spot_is_not_leaving() -> None:
    """The king strikes the adjacent pawn and stays; the rook cheers and stays."""
    picture = CASTLE.replace("P......P", "P..p...P")
    state = play(castle(picture, white={"R": {"skills": ["cheer"]}}), "e1-d2 a7-a6 cheer:h1-h2 a6-a5")
    assert state.position().split()[2] == "KQkq"


def test_b13_a_failed_attack_from_afar_is_leaving() -> None:
    state = play(castle(CASTLE.replace("P......P", "........")), "h1-h7 a7-a6")
    assert state.position().split()[2] == "Qkq"
