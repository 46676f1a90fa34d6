"""The endgame solvers of Othello and FlipFlop agree with plain minimax, and with published scores.

The published scores are those of the FFO endgame test, positions 20 to 59. They are not part of the project: they are
read where they are, beside the checkout. Only the quick ones are solved, unless QUINCUNX_FFO gives the last number.
"""

from __future__ import annotations

import functools
import os
import re
import threading
from pathlib import Path

import pytest

import quincunx
from quincunx import State
from quincunx.core.exact import Exact, Limits
from quincunx.core.random import Random

FOREVER = Limits(1e9)
FFO = Path(__file__).parents[3] / "shared" / "data" / "ffo"
FIRST, LAST = 20, int(os.environ.get("QUINCUNX_FFO", 29))
MOST_EMPTY = 7 if quincunx.compiled else 5
GAMES = 30 if quincunx.compiled else 8
both_games = pytest.mark.parametrize("key", ["othello", "flipflop"])


def pieces(state: State, player: int) -> int:
    return sum(row.count(player + 1) for row in state.board())


def final_margin(state: State) -> int:
    """For player 0. In Othello, empty squares count for the winner."""
    white, black = pieces(state, 0), pieces(state, 1)
    lead = white - black
    if state.game.key == "othello" and lead:
        lead += (64 - white - black) * (1 if lead > 0 else -1)
    return lead


def plain_margin(state: State, low: int = -65, high: int = 65) -> int:
    """For player 0: minimax over actions, with nothing but alpha-beta to shorten it."""
    if state.over:
        return final_margin(state)
    sign = 1 if state.to_move == 0 else -1
    best = -sign * 65
    for action in state.legal_actions():
        state.apply(action)
        margin = plain_margin(state, low, high)
        state.undo()
        best = max(best, margin) if sign > 0 else min(best, margin)
        low, high = (max(low, best), high) if sign > 0 else (low, min(high, best))
        if low >= high:
            break
    return best


def late_positions(key: str, seed: int) -> list[State]:
    """Positions of a random game with few empty squares, also in the middle of a turn."""
    state, random = quincunx.game(key).start(), Random(seed)
    found = []
    while not state.over:
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
        if 64 - pieces(state, 0) - pieces(state, 1) <= MOST_EMPTY and not state.over:
            found.append(state.copy())
    return found


@functools.cache
def samples(key: str) -> list[State]:
    """One position of each of some games, with more and more empty squares."""
    games = [found for seed in range(GAMES) if (found := late_positions(key, seed))]
    return [found[min(number % MOST_EMPTY, len(found) - 1)] for number, found in enumerate(games)]


def solved(state: State, lines: int = 1) -> list[Exact]:
    solver = state.game.spec.solver(state.game)
    assert solver is not None
    return solver.solve(state, FOREVER, lines)


def played(state: State, actions: tuple[int, ...]) -> State:
    after = state.copy()
    for action in actions:
        after.apply(action)
    return after


def position(key: str, text: str) -> State:
    return quincunx.game(key).position(text)


@both_games
def test_the_margin_is_that_of_minimax(key: str) -> None:
    for state in samples(key):
        sign = 1 if state.to_move == 0 else -1
        assert solved(state)[0].margin == sign * plain_margin(state)


@both_games
def test_every_action_has_its_margin_and_the_best_come_first(key: str) -> None:
    for state in samples(key)[:10]:
        sign = 1 if state.to_move == 0 else -1
        margins = {action: sign * plain_margin(played(state, (action,))) for action in state.legal_actions()}
        found = solved(state, lines=len(margins))
        assert [exact.margin for exact in found] == sorted(margins.values(), reverse=True)
        assert {exact.actions[0]: exact.margin for exact in found} == margins


@both_games
def test_the_play_leads_to_the_end_with_that_margin(key: str) -> None:
    for state in samples(key):
        best = solved(state)[0]
        end = played(state, best.actions)
        assert end.over
        assert final_margin(end) == (best.margin if state.to_move == 0 else -best.margin)


def test_a_wipe_out_and_its_empty_squares() -> None:
    state = position("othello", "5wb1/8/8/8/8/8/8/8 w")
    assert (solved(state)[0].margin, len(solved(state)[0].actions)) == (64, 1)


def test_a_pass_in_the_middle() -> None:
    """F3: the opponent passes as long as they have no move, and the margin changes sign at the right places."""
    passes = 0
    for state in samples("othello") + samples("flipflop"):
        actions = solved(state)[0].actions
        passes += "pass" in [state.text(action) for action in actions]
    assert passes > 3


def test_black_has_hardly_any_turns_left() -> None:
    """F5: the game ends after black's 32nd turn, even in the middle of the board."""
    short = 0
    for state in samples("flipflop")[:10]:
        for black_turns in (29, 30, 31):
            late = position("flipflop", with_turn(state, 2 * black_turns + state.to_move))
            best = solved(late)[0]
            assert best.margin == (1 if late.to_move == 0 else -1) * plain_margin(late)
            short += played(late, best.actions).outcome().reason == "turns_used"
    assert short > 3


def with_turn(state: State, turn: int) -> str:
    words = [word for word in state.position().split() if not word.startswith(("turn:", "ply:"))]
    return " ".join([*words, f"turn:{turn}"])


def test_a_solver_that_is_stopped_says_nothing_until_it_is_ready() -> None:
    state = samples("othello")[0]
    solver = state.game.spec.solver(state.game)
    assert solver is not None
    stopper = threading.Thread(target=solver.stop)
    stopper.start()
    stopper.join()
    assert solver.solve(state, FOREVER) == []
    solver.ready()
    assert solver.solve(state, FOREVER)


def test_other_sizes_are_not_solved() -> None:
    game = quincunx.game("othello", n=10)
    assert game.spec.solver(game) is None


@pytest.mark.skipif(not FFO.is_dir(), reason=f"the FFO test positions are not in {FFO}")
@pytest.mark.skipif(not quincunx.compiled, reason="too slow uncompiled")
@pytest.mark.parametrize("number", range(FIRST, LAST + 1))
def test_published_scores(number: int) -> None:
    lines = [line for file in sorted(FFO.glob("*.obf")) for line in file.read_text().splitlines() if line.strip()]
    first, *rest = lines[number - FIRST].split(";")
    board, side = first.split()
    scores = {
        move.strip().lower(): int(score) for move, _, score in (text.partition(":") for text in rest) if move.strip()
    }
    state = position("othello", f"{board_text(board)} {'b' if side == 'X' else 'w'}")
    best = solved(state)[0]
    assert best.margin == max(scores.values()) == scores[state.text(best.actions[0])]


def board_text(squares: str) -> str:
    """The board as the position text has it, from squares that begin with a1."""
    rows = [squares[start : start + 8].translate(str.maketrans("XO", "bw")) for start in range(56, -1, -8)]
    return re.sub("-+", lambda empty: str(len(empty[0])), "/".join(rows))
