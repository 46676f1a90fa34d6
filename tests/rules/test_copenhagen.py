"""What `copenhagen` adds, rule by rule: shield walls (H12), edge forts (H13), loss by repetition (H14)."""

from __future__ import annotations

import pytest

import quincunx
from drawn import play
from quincunx import Outcome
from rules.hnefatafl_boards import part, part_looks_like

GAME = quincunx.game("copenhagen")
HNEFATAFL = quincunx.game("hnefatafl")
ATTACKERS, DEFENDERS = 0, 1
FORT = Outcome(DEFENDERS, "edge_fort")

WALL = """
    .......
    ..aaa..
    .addd.a
"""


def test_h12_a_shield_wall() -> None:
    assert part_looks_like(play(part(GAME, WALL, ATTACKERS), "g1-f1"), WALL.replace(".addd.a", ".a...a."))


def test_h12_not_in_hnefatafl() -> None:
    assert part_looks_like(play(part(HNEFATAFL, WALL, ATTACKERS), "g1-f1"), WALL.replace(".addd.a", ".addda."))


def test_h12_defenders_build_them_too() -> None:
    board = WALL.translate(str.maketrans("ad", "da"))
    assert part_looks_like(play(part(GAME, board, DEFENDERS), "g1-f1"), board.replace(".daaa.d", ".d...d."))


@pytest.mark.parametrize("king", ["moves as a bracket", "is the other bracket", "stands in front"])
def test_h12_the_king_takes_part(king: str) -> None:
    board = {
        "moves as a bracket": """
            ..ddd..
            .daaa.k
        """,
        "is the other bracket": """
            ..ddd..
            .kaaa.d
        """,
        "stands in front": """
            ..dkd..
            .daaa.d
        """,
    }[king]
    state = play(part(GAME, board, DEFENDERS), "g1-f1")
    assert "a" not in state.position().split()[0]


def test_h12_everybody_in_the_row_has_an_enemy_in_front() -> None:
    board = WALL.replace("..aaa..", "..a.a..")
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "g1-f1"), board.replace(".addd.a", ".addda."))


def test_h12_the_row_is_bracketed_at_both_ends() -> None:
    board = WALL.replace(".addd.a", "..ddd.a")
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "g1-f1"), board.replace("..ddd.a", "..ddda."))


def test_h12_the_move_that_closes_it_is_a_bracket() -> None:
    board = """
        ....a..
        ..aa...
        .addda.
    """
    after = board.replace("....a..", ".......").replace("..aa...", "..aaa..")
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "e3-e2"), after)


def test_h12_a_corner_is_a_bracket() -> None:
    board = """
        .......
        .aa....
        .dd..a.
    """
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "f1-d1"), board.replace(".dd..a.", "...a..."))


def test_h12_a_piece_of_its_own_side_ends_no_row() -> None:
    board = """
        .......
        ..aa...
        .addd.a
    """
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "g1-f1"), board.replace(".addd.a", ".addda."))


def test_h12_the_king_in_the_row_is_not_taken_and_the_others_are() -> None:
    board = WALL.replace(".addd.a", ".adkd.a")
    state = play(part(GAME, board, ATTACKERS), "g1-f1")
    assert part_looks_like(state, board.replace(".adkd.a", ".a.k.a."))
    assert state.outcome() is None


def test_h12_the_king_and_one_defender_are_a_row() -> None:
    board = """
        .......
        .aa....
        .kd..a.
    """
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "f1-d1"), board.replace(".kd..a.", ".k.a..."))


def test_h12_two_walls_and_a_sandwich_at_once() -> None:
    board = """
        ....a......
        ....d......
        .aa...aa...
        .dd.a.dda..
    """
    closing = """
        ....a......
        ....d......
        .aa.a.aa...
        .dd...dda..
    """
    assert part_looks_like(play(part(GAME, board, ATTACKERS), "e1-e2"), closing.replace("....d......", "..........."))
    wide = """
        ....a......
        .aaa.aaa...
        .ddd.ddda..
    """
    after = """
        ...........
        .aaa.aaa...
        ....a...a..
    """
    assert part_looks_like(play(part(GAME, wide, ATTACKERS), "e3-e1"), after)


@pytest.mark.parametrize(
    ("board", "closing", "after"),
    [
        ("2addd1a3/3aaa5/11/11/11/11/11/11/11/9k1/11", "h11-g11", "2a3a4/3aaa5/11/11/11/11/11/11/11/9k1/11"),
        ("11/1k9/11/a10/11/da9/da9/a10/11/11/11", "a8-a7", "11/1k9/11/11/a10/1a9/1a9/a10/11/11/11"),
        ("11/1k9/11/10a/11/9ad/9ad/10a/11/11/11", "k8-k7", "11/1k9/11/11/10a/9a1/9a1/10a/11/11/11"),
    ],
)
def test_h12_on_every_side_of_the_board(board: str, closing: str, after: str) -> None:
    assert play(GAME.position(f"{board} a"), closing).position().split()[0] == after


FORT_OF_FIVE = """
    ......a...
    ...d......
    ....dd....
    ....k.d...
"""


def test_h13_an_edge_fort_wins() -> None:
    """The defender moves down to d1; attackers cannot pass diagonal gaps."""
    state = play(part(GAME, FORT_OF_FIVE, DEFENDERS), "d3-d1")
    assert state.outcome() == FORT
    assert state.why_not("g4-g5") == ("H13", "The game is over. The king has an edge fort that cannot be broken.")
    assert play(part(HNEFATAFL, FORT_OF_FIVE, DEFENDERS), "d3-d1").outcome() is None


def test_h13_a_higher_fort() -> None:
    board = """
        ......a...
        ....dd....
        ....d.d...
        .d...kd...
    """
    assert play(part(GAME, board, DEFENDERS), "b1-c1").outcome() is None, "d1 and e1 are open"
    assert play(part(GAME, board, DEFENDERS), "b1-e1").outcome() == FORT


def test_h13_a_fort_with_a_gap_is_none() -> None:
    board = FORT_OF_FIVE.replace("....dd....", "....d.....")
    assert play(part(GAME, board, DEFENDERS), "d3-d1").outcome() is None


BREAKABLE = """
    ........a.
    ...d.d....
    ....d.d...
    ....k.d...
"""


def test_h13_a_fort_that_can_still_be_broken_is_none() -> None:
    """The defender on f3 can be captured from e3 and g3, which opens f2; another one on e3 protects him."""
    assert play(part(GAME, BREAKABLE, DEFENDERS), "d3-d1").outcome() is None
    assert play(part(GAME, BREAKABLE.replace("...d.d", "...ddd"), DEFENDERS), "d3-d1").outcome() == FORT


def test_h13_a_corner_helps_to_break_it() -> None:
    """The defender on b1 can be captured between c1 and the corner, unless there is another one on c1."""
    board = """
        .......a.
        dd.......
        k.d......
        d...d....
        .d.......
    """
    assert play(part(GAME, board, DEFENDERS), "e2-c2").outcome() is None
    assert play(part(GAME, board.replace(".d.......", ".dd......"), DEFENDERS), "e2-c2").outcome() == FORT


def test_h13_attackers_do_not_come_over_a_corner() -> None:
    board = """
        .......a.
        ..d......
        .dd......
        .k.......
    """
    assert play(part(GAME, board, DEFENDERS), "c3-d3").outcome() is None, "c1 is open"
    board = board.replace("..d......", ".........").replace(".k.......", ".k..d....")
    assert play(part(GAME, board, DEFENDERS), "e1-c1").outcome() == FORT


def test_h13_an_attacker_inside_is_no_fort() -> None:
    board = """
        ......a...
        ...ddd....
        ....dad...
        ....k.d...
    """
    assert play(part(GAME, board, DEFENDERS), "d3-d1").outcome() is None
    assert play(part(GAME, board.replace("....dad", "....d.d"), DEFENDERS), "d3-d1").outcome() == FORT


def test_h13_the_king_must_be_on_the_edge() -> None:
    board = """
        ......a...
        ....dd....
        ...dk.d...
        ...d...d..
    """
    state = play(part(GAME, board, DEFENDERS), "h1-g1")
    assert state.outcome() is None
    assert play(state, "g4-g5 e2-e1").outcome() == FORT


def test_h13_a_king_who_cannot_move_has_no_fort() -> None:
    board = """
        ......a...
        ..........
        ...dd.....
        .d..kd....
    """
    state = play(part(GAME, board, DEFENDERS), "b1-d1")
    assert state.outcome() is None, "he stands on the edge behind walls that hold, but has no move"
    assert play(state, "g4-h4 e2-e3").outcome() is None, "the others do"


def test_h13_a_king_who_cannot_move_and_nobody_else_loses_by_h10() -> None:
    board = """
        ....a.....
        ...ada....
        ..adkd.a..
    """
    assert play(part(GAME, board, ATTACKERS), "h1-g1").outcome() == Outcome(ATTACKERS, "no_action")


TO_AND_FRO = "a4-b4 f4-g4 b4-a4 g4-f4 "


def test_h14_repetition_is_lost_by_the_kings_side() -> None:
    assert play(GAME.start(), TO_AND_FRO * 2).outcome() == Outcome(ATTACKERS, "repetition")
    endless = quincunx.game("copenhagen", repetition=0)
    assert play(endless.start(), TO_AND_FRO * 4).outcome() is None


def test_h11_quiet_actions_still_draw() -> None:
    assert play(quincunx.game("copenhagen", quiet=4).start(), TO_AND_FRO).outcome() == Outcome(None, "quiet")
