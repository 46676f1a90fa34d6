"""FlipFlop's texts: positions, the errors in them, and what a screen shows."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, legal_texts, play
from quincunx.core.display import HudRow

GAME = quincunx.game("flipflop")
OTHELLO = quincunx.game("othello")
WHITE, BLACK = 0, 1

START = "8/8/8/3bw3/3wb3/8/8/8"
SECOND_ON_OFFER = "8/7w/6b1/8/8/wwww4/8/8"  # white can place a second piece on f5
WHITE_STUCK = "8/8/8/8/8/8/8/bw6"


def test_f4_a_position_within_a_turn() -> None:
    state = GAME.position(f"{SECOND_ON_OFFER} w turn:6 ply:9 acted:1")
    assert legal_texts(state) == {"f5", "end"}
    assert GAME.position(state.position()) == state
    assert play(state, "f5").turn == 7


def test_f5_a_position_after_a_pass() -> None:
    state = GAME.position("8/8/8/8/8/8/8/ww1b4 b passed:yes")
    assert GAME.position(state.position()) == state
    assert play(state, "pass").outcome() == quincunx.Outcome(WHITE, "both_passed")
    assert GAME.position(state.position()) == state


def test_f5_turns_far_beyond_the_limit_end_the_game_at_the_next_chance() -> None:
    state = GAME.position(f"{START} w turn:999999998")
    play(state, "c5 c4")
    assert state.outcome() == quincunx.Outcome(None, "turns_used")


def test_an_empty_board_is_passed_through() -> None:
    state = play(GAME.position("8/8/8/8/8/8/8/8 b"), "pass pass")
    assert state.outcome() == quincunx.Outcome(None, "both_passed")
    assert OTHELLO.position("8/8/8/8/8/8/8/8 b").outcome() == quincunx.Outcome(None, "neither_can_play")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{START} w acted:1", "acted is 1"),  # no second piece could trap along a diagonal
        (f"{SECOND_ON_OFFER} w acted:2", "acted is 2"),
        (f"{SECOND_ON_OFFER} b acted:1", "acted is 1"),
        (f"{START} w passed:yes", "nobody can have passed"),  # black could have placed
        (f"{SECOND_ON_OFFER} w acted:1 passed:yes", "nobody can have passed"),
        (f"{WHITE_STUCK} b passed:no", "passed is 'no'"),
        (f"{START} w second:yes", "'second' is not a field"),
        ("8/8/8/3bk3/3wb3/8/8/8 w", "rank 5 contains 'k'"),
    ],
)
def test_positions_that_no_game_could_hold(text: str, problem: str) -> None:
    with pytest.raises(quincunx.PositionError, match=problem):
        GAME.position(text)


@pytest.mark.parametrize("field", ["passed:yes", "acted:1"])
def test_othello_has_no_memory_within_or_between_turns(field: str) -> None:
    with pytest.raises(quincunx.PositionError):
        OTHELLO.position(f"{WHITE_STUCK} b {field}")


def test_only_the_clock_of_other_games_passes_turns() -> None:
    assert GAME.start().why_not("timeout") == ("F3", "Running out of time does not pass the turn in this game.")


def test_hud() -> None:
    state = drawn(GAME, START.replace("8", "........").replace("3", "...").replace("/", "\n"), BLACK, "turn:7")
    assert GAME.spec.hud(state) == (HudRow("Discs", ("2", "2")), HudRow("Black's turns left", ("29",)))
    assert GAME.spec.hud(GAME.start())[1].values == ("32",)
    assert OTHELLO.spec.hud(OTHELLO.start()) == (HudRow("Discs", ("2", "2")),)
