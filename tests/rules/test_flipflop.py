"""FlipFlop, rule by rule: the board, traps and the first piece (F1–F3)."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx.notation.position import write_board
from rules.flipflop_boards import START

GAME = quincunx.game("flipflop")
WHITE, BLACK = 0, 1


def test_f1_start() -> None:
    state = GAME.start()
    assert looks_like(state, START)
    assert state.to_move == WHITE
    assert legal_texts(state) == {"e3", "f4", "c5", "d6"}


@pytest.mark.parametrize("n", [8, 10, 16, 20, 22, 26])
def test_f1_the_centre_of_any_board(n: int) -> None:
    half = n // 2
    rows = [f"{half - 1}bw{half - 1}", f"{half - 1}wb{half - 1}"]
    board = "/".join([str(n)] * (half - 1) + rows + [str(n)] * (half - 1))
    assert quincunx.game("flipflop", n=n).start().position() == f"{board} w"


@pytest.mark.parametrize("n", [6, 9, 28, "big"])
def test_f1_n_is_even_and_from_8_to_26(n: object) -> None:
    with pytest.raises(quincunx.OptionError, match="an even number from 8 to 26"):
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
        "You can't pass: you can place a piece.",
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
