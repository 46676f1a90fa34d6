"""Hnefatafl, rule by rule: how a game ends (H8–H11), in which order, and custom positions."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, play
from quincunx import Outcome, PositionError
from quincunx.games import tafl
from quincunx.play.view import view
from rules.hnefatafl_boards import part, part_looks_like

GAME = quincunx.game("hnefatafl")
ATTACKERS, DEFENDERS = 0, 1
CAPTURED = Outcome(ATTACKERS, "king_captured")
SURROUNDED = Outcome(ATTACKERS, "surrounded")

FOUR_SIDES = """
    ...a...
    ..ak..a
    ...a...
    .d.....
"""


def test_h8_attackers_on_all_four_sides() -> None:
    state = play(part(GAME, FOUR_SIDES, ATTACKERS), "g3-e3")
    assert state.outcome() == CAPTURED
    assert part_looks_like(state, FOUR_SIDES.replace("..ak..a", "..aka..")), "he stays to be seen"


def test_h8_three_attackers_and_a_defender_are_not_enough() -> None:
    state = part(GAME, FOUR_SIDES.replace("..ak..a", "..akd.a"), ATTACKERS)
    assert play(state, "g3-f3").outcome() is None
    assert len(view(state).pieces) == 7, "nor is the defender caught between an attacker and his king"


BY_THE_THRONE = """
    11| ...........
    10| ...........
     9| ...........
     8| ...........
     7| ...........
     6| ...........
     5| ....ak....a
     4| .....a.....
     3| ...........
     2| ...........
     1| ....d......
"""


def test_h8_next_to_the_throne_three_attackers_suffice() -> None:
    assert play(drawn(GAME, BY_THE_THRONE, ATTACKERS), "k5-g5").outcome() == CAPTURED


def test_h8_on_the_throne_it_takes_four() -> None:
    on_the_throne = """
        11| ...........
        10| ...........
         9| ...........
         8| ...........
         7| .....a.....
         6| ....aka....
         5| ..........a
         4| ...........
         3| ...........
         2| ...........
         1| ....d......
    """
    assert play(drawn(GAME, on_the_throne, ATTACKERS), "k5-g5").outcome() is None
    assert play(drawn(GAME, on_the_throne, ATTACKERS), "k5-f5").outcome() == CAPTURED


def test_h8_ruling_who_steps_in_between_is_safe_until_the_trap_closes_again() -> None:
    board = BY_THE_THRONE.replace("...........\n     5| ....ak....a", ".....k.....\n     5| ....a.a...a")
    state = play(drawn(GAME, board, DEFENDERS), "f6-f5")
    assert state.outcome() is None
    assert play(state, "k5-k6").outcome() is None, "the one who moved is not beside him"
    assert play(state, "e1-e2 e5-d5 e2-e1 d5-e5").outcome() == CAPTURED


def test_h8_not_on_the_edge() -> None:
    board = """
        d......
        .......
        ......a
        .aka...
    """
    assert play(part(GAME, board, ATTACKERS), "g2-c2").outcome() is None


RING = """
    11| ...........
    10| ...........
     9| ...........
     8| .....a.....
     7| ....ada....
     6| ...a.k.a...
     5| ....a.a....
     4| ...........
     3| ...........
     2| .....a.....
     1| ...........
"""


def test_h9_a_ring_closed_by_the_last_attacker() -> None:
    assert play(drawn(GAME, RING, ATTACKERS), "f2-f3").outcome() is None
    assert play(drawn(GAME, RING, ATTACKERS), "f2-f4").outcome() == SURROUNDED


def test_h9_all_light_pieces_must_be_inside() -> None:
    board = RING.replace(" 3| ...........", " 3| .d.........")
    assert play(drawn(GAME, board, ATTACKERS), "f2-f4").outcome() is None


def test_h9_several_rings_count_together() -> None:
    board = RING.replace(" 3| ...........", " 3| .a.........").replace(" 2| .....a.....", " 2| ada..a.....")
    board = board.replace("1| ...........", "1| .a.........")
    assert play(drawn(GAME, board, ATTACKERS), "f2-f4").outcome() == SURROUNDED


def test_h9_a_light_piece_on_the_edge_is_always_reached() -> None:
    board = RING.replace(" 3| ...........", " 3| a..........").replace(" 2| .....a.....", " 2| da...a.....")
    board = board.replace("1| ...........", "1| .a.........")
    assert play(drawn(GAME, board, ATTACKERS), "f2-f4").outcome() is None, "over the corner too"


def test_h9_the_chain_runs_over_light_pieces_and_the_throne() -> None:
    board = (
        RING.replace("...a.k.a...", "...a...a...")
        .replace("....ada....", "....aka....")
        .replace(" 2| .....a.....", " 2| .....a...a.")
    )
    state = drawn(GAME, board.replace("....a.a....", "....ada...."), ATTACKERS)
    assert play(state, "j2-j3").outcome() is None, "from f4 over the defender on f5"


LONE_KING = """
    a....
    k...a
    a....
    .....
"""


def test_h10_a_lone_king_shut_in_at_the_edge_loses() -> None:
    assert play(part(GAME, LONE_KING, ATTACKERS), "e3-b3").outcome() == Outcome(ATTACKERS, "no_action")


def test_h10_not_while_a_defender_can_move() -> None:
    state = play(part(GAME, LONE_KING.replace(".....", "...d."), ATTACKERS), "e3-b3")
    assert state.outcome() is None
    assert all(text.startswith("d1") for text in legal_texts(state))


def test_h10_attackers_without_a_piece_lose() -> None:
    state = part(GAME, ".da..d.\n", DEFENDERS)
    assert play(state, "f1-d1").outcome() == Outcome(DEFENDERS, "no_action")


OVER_THE_THRONE = """
    11| ...........
    10| ...........
     9| ...........
     8| ...........
     7| ....d......
     6| ...da..d...
     5| ....d......
     4| ...........
     3| ...........
     2| ...........
     1| ....k...d..
"""


def test_h10_the_way_over_the_empty_throne_is_a_way() -> None:
    state = play(drawn(GAME, OVER_THE_THRONE, DEFENDERS), "i1-i2")
    assert state.outcome() is None
    assert legal_texts(state) == {"e6-g6"}


def test_h10_no_way_over_the_throne() -> None:
    board = OVER_THE_THRONE.replace("...da..d...", "...da.d....")
    assert play(drawn(GAME, board, DEFENDERS), "i1-i2").outcome() == Outcome(DEFENDERS, "no_action")


TO_AND_FRO = "a4-b4 f4-g4 b4-a4 g4-f4 "


def test_h11_ruling_the_third_occurrence_is_a_draw() -> None:
    state = play(GAME.start(), TO_AND_FRO + "a4-b4 f4-g4 b4-a4")
    assert state.outcome() is None
    assert play(state, "g4-f4").outcome() == Outcome(None, "repetition")
    assert state.why_not("a4-b4") == ("H11", "The game is over. The same position has come up too often.")


def test_h11_the_limits_are_options() -> None:
    assert play(quincunx.game("hnefatafl", repetition=2).start(), TO_AND_FRO).outcome() == Outcome(None, "repetition")
    endless = quincunx.game("hnefatafl", repetition=0, quiet=0).start()
    assert play(endless, TO_AND_FRO * 60).outcome() is None
    assert play(quincunx.game("hnefatafl", quiet=4).start(), TO_AND_FRO).outcome() == Outcome(None, "quiet")


def test_h11_200_quiet_actions() -> None:
    state = play(quincunx.game("hnefatafl", repetition=0).start(), TO_AND_FRO * 49 + "a4-b4 f4-g4 b4-a4")
    assert state.outcome() is None
    assert play(state, "g4-f4").outcome() == Outcome(None, "quiet")


def test_h11_repetition_is_named_first() -> None:
    state = play(quincunx.game("hnefatafl", quiet=8).start(), TO_AND_FRO * 2)
    assert state.outcome() == Outcome(None, "repetition")


def test_h11_a_capture_starts_the_count_again() -> None:
    board = """
        .....
        .ad.a
        .....
    """
    state = play(part(GAME, board, ATTACKERS, "quiet:199"), "e2-d2")
    assert state.outcome() is None
    assert "quiet" not in state.position()
    assert len(state.seen()) == 1, "no earlier position can come back"
    assert play(part(GAME, board, ATTACKERS, "quiet:199"), "e2-e3").outcome() == Outcome(None, "quiet")


def test_order_king_captured_before_surrounded() -> None:
    state = part(GAME, FOUR_SIDES.replace("d", "."), ATTACKERS)
    assert play(state, "g3-e3").outcome() == CAPTURED


def test_order_surrounded_before_no_action() -> None:
    tight = """
        ....a...
        ...ada..
        ..adkd.a
        ...ada..
        ....a...
    """
    assert play(part(GAME, tight, ATTACKERS), "h3-g3").outcome() == SURROUNDED


def test_order_no_action_before_the_draws() -> None:
    state = part(GAME, LONE_KING, ATTACKERS, "quiet:199")
    assert play(state, "e3-b3").outcome() == Outcome(ATTACKERS, "no_action")


def test_hud_captured_pieces() -> None:
    state = GAME.start()
    assert [row.values for row in view(state).hud if row.label == "Captured"] == [("none", "none")]
    captured = GAME.spec.hud(drawn(GAME, RING, ATTACKERS))[0]
    assert captured.values == ("16 attackers", "11 defenders"), "of each side, not by it"
    assert [(len(pieces), pieces[0].owner, pieces[0].name) for pieces in captured.pieces] == [
        (16, 0, "attacker"),
        (11, 1, "defender"),
    ]


def test_hud_one_captured_piece_is_one() -> None:
    game = quincunx.game("brandubh")
    state = game.position("3a3/3a3/3d3/aadk1aa/3d3/3a3/7 a")
    assert game.spec.hud(state)[0].values == ("1 attacker", "1 defender")


def test_board_has_the_documents_numbers() -> None:
    """The document asks for an 11×11 array of EMPTY 0, ATTACKER 1, DEFENDER 2, KING 4."""
    assert (tafl.EMPTY, tafl.ATTACKER, tafl.DEFENDER, tafl.KING) == (0, 1, 2, 4)
    board = GAME.start().board()
    assert [len(row) for row in board] == [11] * 11
    assert board[0] == [0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0]
    assert board[5] == [1, 1, 0, 2, 2, 4, 2, 2, 0, 1, 1]
    moved = play(GAME.start(), "d1-d4").board()
    assert (moved[10][3], moved[7][3]) == (tafl.EMPTY, tafl.ATTACKER), "row 0 is rank 11, column 0 is file a"


EMPTY = "11/11/11/11/11/11/11/11"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{EMPTY}/11/3k7/a10 a", r"a man stands on a1.*H4"),
        ("11/11/11/11/11/5d5/11/11/3k7/11/2a8 d", r"a man stands on f6.*H4"),
        (f"{EMPTY}/3k7/3k7/2a8 a", "2 kings"),
        (f"{EMPTY}/11/11/2a8 a", "0 kings"),
        (f"{EMPTY}/aaaaaaaaaaa/aaaaaaaaaaa/2aaak5 a", "25 attackers"),
        (f"{EMPTY}/ddddddddddd/3k7/2dd7 a", "13 defenders"),
        (f"{EMPTY}/3k7/11/2a8 a quiet:x", "quiet is 'x'"),
        (f"{EMPTY}/3k7/11/2a8 a quiet:201", "up to 200"),
        (f"{EMPTY}/3k7/11/2a8 a acted:1", "turn is under way"),
        (f"{EMPTY}/3k7/11/2a8 a what:1", "not a field"),
    ],
)
def test_positions_that_no_game_holds(text: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        GAME.position(text)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (f"{EMPTY}/11/5a5/k10 a", Outcome(DEFENDERS, "king_escaped")),
        (f"{EMPTY[3:]}/a10/ka9/a10/11 d", Outcome(ATTACKERS, "no_action")),
        (f"{EMPTY}/4a6/3aka5/4a6 d", SURROUNDED),
        (f"{EMPTY}/11/5k5/11 a", Outcome(DEFENDERS, "no_action")),
        (f"{EMPTY}/11/5k5/2a8 a quiet:200", Outcome(None, "quiet")),
    ],
)
def test_a_position_that_is_decided_is_over(text: str, outcome: Outcome) -> None:
    state = GAME.position(text)
    assert state.outcome() == outcome
    assert GAME.position(state.position()) == state
