"""FlipFlop, rule by rule (F1–F6)."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome
from quincunx.notation.position import write_board

GAME = quincunx.game("flipflop")
WHITE, BLACK = 0, 1

START = """
    ........
    ........
    ........
    ...bw...
    ...wb...
    ........
    ........
    ........
"""


def test_f1_start() -> None:
    state = GAME.start()
    assert looks_like(state, START)
    assert state.to_move == WHITE
    assert legal_texts(state) == {"e3", "f4", "c5", "d6"}


@pytest.mark.parametrize("n", [8, 10, 16, 20])
def test_f1_the_centre_of_any_board(n: int) -> None:
    half = n // 2
    rows = [f"{half - 1}bw{half - 1}", f"{half - 1}wb{half - 1}"]
    board = "/".join([str(n)] * (half - 1) + rows + [str(n)] * (half - 1))
    assert quincunx.game("flipflop", n=n).start().position() == f"{board} w"


@pytest.mark.parametrize("n", [6, 9, 22, "big"])
def test_f1_n_is_even_and_from_8_to_20(n: object) -> None:
    with pytest.raises(quincunx.OptionError, match="an even number from 8 to 20"):
        quincunx.game("flipflop", n=n)


def test_f2_all_eight_directions_change_colour_at_once() -> None:
    state = drawn(
        GAME,
        """
        ........
        .w.w.w..
        ..bbb...
        .wb.bw..
        ..bbb...
        .w.w.w..
        ........
        ........
        """,
    )
    assert looks_like(
        play(state, "d5"),
        """
        ........
        .w.w.w..
        ..www...
        .wwwww..
        ..www...
        .w.w.w..
        ........
        ........
        """,
    )


def test_f2_a_row_may_be_as_long_as_the_board_allows() -> None:
    state = drawn(
        GAME,
        """
        b......w
        w.....w.
        w....w..
        w...w...
        w..w....
        w.w.....
        ww......
        .wwwwwwb
        """,
        BLACK,
    )
    assert looks_like(
        play(state, "a1"),
        """
        b......w
        b.....w.
        b....w..
        b...w...
        b..w....
        b.w.....
        bw......
        bbbbbbbb
        """,
    )


def test_f2_a_row_with_a_gap_or_an_open_end_is_not_trapped() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        .bb.bw..
        ........
        ........
        bbb.....
        ........
        ..wbb...
        """,
    )
    assert state.why_not("a6") == ("F2", "A piece on a6 would trap nothing.")
    assert state.why_not("d3") == ("F2", "A piece on d3 would trap nothing.")
    assert legal_texts(state) == {"d6", "f1"}
    assert looks_like(
        play(state, "d6"),
        """
        ........
        ........
        .bbwww..
        ........
        ........
        bbb.....
        ........
        ..wbb...
        """,
    )


@pytest.mark.parametrize(
    ("square", "enemy", "own"),
    [
        ("g4", "h4", "a5"),
        ("b5", "a5", "h4"),
        ("g4", "h5", "a7"),
        ("b5", "a4", "h2"),
        ("b4", "a5", "h5"),
        ("g5", "h4", "a4"),
    ],
)
def test_f2_no_row_runs_over_the_edge_of_the_board(square: str, enemy: str, own: str) -> None:
    board = write_board(GAME, {GAME.cell(enemy): "b", GAME.cell(own): "w"})
    state = GAME.position(f"{board} w")
    assert state.why_not(square) == ("F2", f"A piece on {square} would trap nothing.")
    assert legal_texts(state) == {"pass"}


def test_f2_what_is_turned_over_traps_nothing_itself() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        ...w....
        ...b....
        ..wb.b.w
        ........
        ........
        ........
        """,
    )
    assert looks_like(
        play(state, "e4"),
        """
        ........
        ........
        ...w....
        ...b....
        ..wwwb.w
        ........
        ........
        ........
        """,
    )


def test_f2_only_an_empty_square_takes_a_piece() -> None:
    assert GAME.start().why_not("d4") == ("F2", "d4 is taken.")
    assert GAME.start().why_not("d5") == ("F2", "d5 is taken.")


def test_f2_pieces_never_move() -> None:
    assert GAME.start().why_not("d4-d6").rule == "F2"  # type: ignore[union-attr]


DIAGONAL_ONLY = """
    ........
    ........
    ....w...
    ...b....
    ........
    ...b....
    ...w....
    ........
"""


def test_f3_the_first_piece_must_trap_along_a_row_or_column() -> None:
    state = drawn(GAME, DIAGONAL_ONLY)
    assert legal_texts(state) == {"d4"}
    assert state.why_not("c4") == (
        "F3",
        "The first piece must trap along a row or column, and on c4 it would not.",
    )


def test_f3_yet_it_turns_over_diagonals_too() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        ........
        ......w.
        .....b..
        ..wb....
        ........
        ........
        """,
    )
    assert looks_like(
        play(state, "e3"),
        """
        ........
        ........
        ........
        ......w.
        .....w..
        ..www...
        ........
        ........
        """,
    )


def test_f3_a_player_who_can_place_must() -> None:
    assert GAME.start().why_not("pass") == (
        "F3",
        "Passing is only for a player who cannot place a piece, and you can.",
    )


def test_f3_a_player_with_diagonal_traps_only_passes() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        ....w...
        ...b....
        ........
        ........
        ........
        b.......
        """,
    )
    assert legal_texts(state) == {"pass"}
    assert state.why_not("c4").rule == "F3"  # type: ignore[union-attr]
    play(state, "pass")
    assert (state.to_move, state.turn, state.over) == (BLACK, 1, False)


TWO_TO_TRAP = """
    ........
    .......w
    ......b.
    ........
    ........
    wbb.....
    ........
    ........
"""


def test_f4_after_a_trap_of_two_a_second_piece_or_the_end() -> None:
    state = play(drawn(GAME, TWO_TO_TRAP), "d3")
    assert (state.to_move, state.turn) == (WHITE, 0)
    assert legal_texts(state) == {"f5", "end"}
    assert looks_like(
        play(state.copy(), "f5"),
        """
        ........
        .......w
        ......w.
        .....w..
        ........
        wwww....
        ........
        ........
        """,
    )
    play(state, "end")
    assert (state.to_move, state.turn) == (BLACK, 1)


def test_f4_two_are_counted_over_all_directions() -> None:
    state = drawn(
        GAME,
        """
        .......w
        ......b.
        ........
        ........
        .w......
        ..b.....
        wb......
        ........
        """,
    )
    play(state, "c2")
    assert state.to_move == BLACK  # one piece along the row: the turn is over
    state = drawn(
        GAME,
        """
        .......w
        ......b.
        ........
        ........
        w.......
        .b......
        wb......
        ........
        """,
    )
    play(state, "c2")  # one along the row, one along the diagonal
    assert state.to_move == WHITE
    assert legal_texts(state) == {"f6", "end"}


def test_f4_the_second_piece_must_trap_along_a_diagonal_but_turns_over_everything() -> None:
    state = drawn(
        GAME,
        """
        ........
        .....w.w
        .....bb.
        ...wb...
        ........
        wbb.....
        ........
        .....wb.
        """,
    )
    play(state, "d3")
    assert state.why_not("h1") == ("F4", "The second piece must trap along a diagonal, and on h1 it would not.")
    assert state.why_not("a8") == ("F2", "A piece on a8 would trap nothing.")
    assert looks_like(
        play(state, "f5"),
        """
        ........
        .....w.w
        .....ww.
        ...www..
        ........
        wwww....
        ........
        .....wb.
        """,
    )
    assert state.to_move == BLACK


def test_f4_the_second_never_allows_a_third() -> None:
    state = drawn(
        GAME,
        """
        .......w
        ......b.
        .w...b..
        ..b.....
        ........
        wbb.....
        ........
        ........
        """,
    )
    play(state, "d3")
    assert legal_texts(state) == {"d4", "e5", "end"}
    play(state, "e5")  # traps two, and d4 would still trap one along a diagonal
    assert state.to_move == BLACK
    assert state.turn == 1


def test_f4_without_a_possible_second_the_turn_ends_by_itself() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        ........
        ........
        ........
        wbb.....
        ........
        ........
        """,
    )
    play(state, "d3")
    assert (state.to_move, state.turn) == (BLACK, 1)


def test_f4_after_a_trap_of_one_the_turn_is_over() -> None:
    state = drawn(
        GAME,
        """
        ........
        .......w
        ......b.
        ........
        ........
        wb......
        ........
        ........
        """,
    )
    play(state, "c3")
    assert (state.to_move, state.turn) == (BLACK, 1)


def test_f4_what_is_refused_around_the_second_piece() -> None:
    state = GAME.start()
    assert state.why_not("end") == (
        "F4",
        "There is nothing to end: a turn goes on only while a second piece is on offer.",
    )
    state = play(drawn(GAME, TWO_TO_TRAP), "d3")
    assert state.why_not("pass") == ("F4", "You have placed a piece: close the turn with end, not with a pass.")


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
    assert state.why_not("c3") == ("F5", "The game is over. Black has used up all turns.")


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
