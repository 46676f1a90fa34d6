"""Alpha-beta finds what plain minimax finds, and respects its limits."""

from __future__ import annotations

import threading

import pytest

import quincunx
from quincunx import State
from quincunx.core.evaluator import Evaluator
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.transposition_table import TranspositionTable
from search.minimax import WIN, minimax, score_of, settle, wandered
from variants import keys

FOREVER = 1e9
every_game = pytest.mark.parametrize("key", keys())
places = pytest.mark.parametrize("plies", [0, 9, 30, 80])


def begun(key: str, plies: int = 0, seed: int = 1) -> tuple[State, Evaluator]:
    game = quincunx.game(key)
    return wandered(game.start(), plies, seed), game.spec.evaluator(game)


def searched(state: State, evaluator: Evaluator, depth: int, nodes: int = 0, lines: int = 1) -> AlphaBeta:
    search = AlphaBeta(state, evaluator, TranspositionTable(1))
    search.run(FOREVER, depth, nodes, lines)
    return search


def affordable_depth(state: State) -> int:
    """Two turns if minimax can search them quickly, otherwise one."""
    return 2 if quincunx.perft(state, 2, by="turn") < (3000 if quincunx.compiled else 300) else 1


@every_game
@places
def test_the_score_is_that_of_minimax(key: str, plies: int) -> None:
    state, evaluator = begun(key, plies)
    depth = affordable_depth(state)
    best = searched(state, evaluator, depth).lines(1)[0]
    assert best.score == minimax(state, evaluator, depth)
    assert best.score == score_of(state, evaluator, best.action, depth)


@every_game
@places
def test_every_line_asked_for_has_its_exact_score(key: str, plies: int) -> None:
    state, evaluator = begun(key, plies)
    scores = {action: score_of(state, evaluator, action, 1) for action in state.legal_actions()}
    lines = searched(state, evaluator, 1, lines=5).lines(5)
    assert [line.score for line in lines] == sorted(scores.values(), reverse=True)[:5]
    assert all(scores[line.action] == line.score for line in lines)


@every_game
@places
def test_the_line_of_play_leads_where_the_score_comes_from(key: str, plies: int) -> None:
    state, evaluator = begun(key, plies)
    mover = state.to_move
    reached = searched(state, evaluator, 5, nodes=20_000 if quincunx.compiled else 500).depth
    best = searched(state, evaluator, max(reached, 1)).lines(1)[0]
    for action in best.actions:
        state.apply(action)
    worth = settle(state, evaluator, len(best.actions))
    assert best.score == (worth if state.to_move == mover else -worth)


@every_game
def test_a_win_on_the_spot_is_found(key: str) -> None:
    """The last turn of random games is taken back: the side that won has a winning turn there."""
    won = 0
    for seed in range(10):
        state, evaluator = begun(key, 2000, seed)
        last = next((a for a in state.legal_actions() if wins(state, a)), None)
        if last is not None:
            best = searched(state, evaluator, 1).lines(1)[0]
            assert best.score == WIN - 1
            won += 1
    if not won:
        pytest.skip("no random game of these rules is won")


def wins(state: State, action: int) -> bool:
    mover = state.to_move
    state.apply(action)
    outcome = state.outcome()
    state.undo()
    return outcome is not None and outcome.winner == mover


@every_game
def test_without_time_there_is_still_a_legal_action(key: str) -> None:
    state, evaluator = begun(key, 5)
    search = AlphaBeta(state, evaluator, TranspositionTable(1))
    search.run(0.0)
    assert search.lines(1)[0].action in state.legal_actions()
    assert search.nodes <= 64


@every_game
def test_the_nodes_are_kept_and_decide_the_result(key: str) -> None:
    state, evaluator = begun(key, 5)
    searches = [searched(state, evaluator, 60, nodes=700, lines=3) for _ in range(2)]
    assert [search.nodes for search in searches] == [700, 700]
    assert searches[0].lines(3) == searches[1].lines(3)


@every_game
@pytest.mark.parametrize("nodes", [50, 200, 900])
def test_several_lines_are_in_order_wherever_it_stops(key: str, nodes: int) -> None:
    state, evaluator = begun(key, 12)
    search = searched(state, evaluator, 60, nodes=nodes, lines=8)
    scores = [line.score for line in search.lines(8)]
    assert scores == sorted(scores, reverse=True)
    whole = searched(state, evaluator, search.depth, lines=8)
    if search.depth:
        assert whole.lines(8) == search.lines(8)


def test_stop_from_another_thread_ends_it() -> None:
    key = keys()[0]
    state, evaluator = begun(key)
    search = AlphaBeta(state, evaluator, TranspositionTable(1))
    thread = threading.Thread(target=search.run, args=(FOREVER,))
    thread.start()
    while thread.is_alive() and not search.nodes:
        pass
    search.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert search.lines(1)[0].action in state.legal_actions()


def test_stop_before_it_begins_counts_too() -> None:
    key = keys()[0]
    state, evaluator = begun(key)
    search = AlphaBeta(state, evaluator, TranspositionTable(1))
    search.stop()
    search.run(FOREVER)
    assert search.nodes == 0
    assert search.lines(1)[0].action in state.legal_actions()


@every_game
def test_the_state_is_left_as_it_was(key: str) -> None:
    state, evaluator = begun(key, 7)
    before = state.copy()
    searched(state, evaluator, 3, nodes=500)
    assert state == before
