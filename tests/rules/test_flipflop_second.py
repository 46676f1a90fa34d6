"""FlipFlop, rule by rule: a turn's second piece (F4)."""

from __future__ import annotations

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from rules.flipflop_boards import TWO_TO_TRAP

GAME = quincunx.game("flipflop")
WHITE, BLACK = 0, 1


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
        "There is nothing to end: a turn only goes on while you can place a second piece.",
    )
    state = play(drawn(GAME, TWO_TO_TRAP), "d3")
    assert state.why_not("pass") == ("F4", "You have already placed a piece: end your turn instead of passing.")
