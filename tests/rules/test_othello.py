"""Othello: the rules that differ from FlipFlop."""

from __future__ import annotations

import quincunx
from drawn import drawn, legal_texts, looks_like, play
from quincunx import Outcome

GAME = quincunx.game("othello")
WHITE, BLACK = 0, 1


def test_f1_black_begins_and_the_players_keep_their_numbers() -> None:
    state = GAME.start()
    assert state.to_move == BLACK
    assert GAME.players == ("white", "black")
    assert legal_texts(state) == {"d3", "c4", "f5", "e6"}


def test_f3_one_piece_a_turn_along_any_line() -> None:
    state = drawn(
        GAME,
        """
        ........
        .......w
        ......b.
        ........
        ........
        wbb.....
        ........
        ........
        """,
    )
    assert legal_texts(state) == {"d3", "f5"}
    play(state, "d3")
    assert state.to_move == BLACK
    assert state.why_not("end").rule == "F4"  # type: ignore[union-attr]


def test_f3_every_direction_counts() -> None:
    state = drawn(
        GAME,
        """
        ........
        ........
        ........
        ..bbb...
        ..bwb...
        ..bbb...
        ........
        ........
        """,
    )
    assert legal_texts(state) == {"b2", "d2", "f2", "b4", "f4", "b6", "d6", "f6"}


def test_f3_a_player_who_cannot_place_passes_while_the_other_can() -> None:
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
    assert legal_texts(state) == {"pass"}
    assert legal_texts(play(state, "pass")) == {"c1"}


def test_f3_a_pass_leaves_no_trace_in_the_position() -> None:
    one_row = "8/8/8/8/8/8/8/wb6"
    state = play(GAME.position(f"{one_row} b"), "pass")
    assert state.key == GAME.position(f"{one_row} w").key


def test_f5_the_game_ends_at_once_when_neither_can_place() -> None:
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
        bww.....
        """,
        BLACK,
    )
    play(state, "d1")
    assert looks_like(state, "........\n" * 7 + "bbbb....")
    assert state.outcome() == Outcome(BLACK, "neither_can_play")
    assert state.why_not("pass") == ("F5", "The game is over. Neither player can place a piece.")


def test_f5_a_position_where_neither_can_place_is_over() -> None:
    state = GAME.position("8/8/8/8/8/8/8/b1w1w3 b")
    assert state.legal_actions() == []
    assert state.outcome() == Outcome(WHITE, "neither_can_play")
    assert GAME.position(state.position()) == state


def test_f5_there_is_no_limit_of_turns() -> None:
    state = GAME.position("8/8/8/3bw3/3wb3/8/8/8 b turn:500")
    assert play(state, "d3 c3").outcome() is None


def test_f6_empty_squares_go_to_nobody() -> None:
    """An equal number of pieces is a draw, however many squares are empty."""
    assert GAME.position("8/8/8/8/8/8/8/b6w b").outcome() == Outcome(None, "neither_can_play")


def test_a_known_short_game() -> None:
    """Nine placements leave white without a piece: the shortest possible game."""
    state = play(GAME.start(), "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert state.outcome() == Outcome(BLACK, "neither_can_play")
    assert quincunx.games()["flipflop"].hud(state)[0].values == ("0", "13")
