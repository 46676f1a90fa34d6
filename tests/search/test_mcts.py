"""Monte Carlo tree search, guided by an evaluator or by random games, with the same interface as alpha-beta."""

from __future__ import annotations

import threading

import pytest

import quincunx
from drawn import drawn
from quincunx import State
from quincunx.core.evaluator import Evaluator
from quincunx.search.mcts import MonteCarlo, Rollouts
from search.minimax import wandered
from variants import keys

FOREVER = 1e9
every_game = pytest.mark.parametrize("key", keys())
both_ways = pytest.mark.parametrize("kind", [MonteCarlo, Rollouts])


def searcher(state: State, kind: type[MonteCarlo], capacity: int = 1 << 16) -> MonteCarlo:
    return kind(state, state.game.spec.evaluator(state.game), seed=5, capacity=capacity)


def begun(key: str, plies: int, seed: int = 1) -> State:
    return wandered(quincunx.game(key).start(), plies, seed)


@every_game
@both_ways
def test_the_nodes_are_kept_and_the_seed_decides_the_result(key: str, kind: type[MonteCarlo]) -> None:
    state = begun(key, 10)
    before = state.copy()
    searches = [searcher(state, kind) for _ in range(2)]
    for search in searches:
        search.run(FOREVER, most_nodes=20)
    assert [search.nodes for search in searches] == [20, 20]
    assert searches[0].lines(5) == searches[1].lines(5)
    assert state == before


@every_game
@both_ways
def test_its_lines_can_be_played(key: str, kind: type[MonteCarlo]) -> None:
    state = begun(key, 10)
    search = searcher(state, kind)
    search.run(FOREVER, most_nodes=30 if quincunx.compiled else 5)
    for line in search.lines(3):
        walked = state.copy()
        for action in line.actions:
            walked.apply(action)


@both_ways
def test_the_room_is_bounded(kind: type[MonteCarlo]) -> None:
    state = begun(keys()[0], 4)
    search = searcher(state, kind, capacity=200)
    search.run(FOREVER, most_nodes=100)
    assert search.nodes == 100
    assert search.lines(1)[0].action in state.legal_actions()


@both_ways
def test_a_win_in_one_turn_is_found(kind: type[MonteCarlo]) -> None:
    state = drawn(
        quincunx.game("checkers"),
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . l . . .
        . . . . . . . .
        . . l . . . . .
        . d . . . . . .
        . . . . . . . .
        """,
    )
    search = searcher(state, kind)
    search.run(FOREVER, most_nodes=400)
    assert [state.text(action) for action in search.lines(1)[0].actions] == ["b2-d4", "d4-f6"]


@both_ways
def test_stop_from_another_thread_ends_it(kind: type[MonteCarlo]) -> None:
    state = begun(keys()[0], 4)
    search = searcher(state, kind)
    thread = threading.Thread(target=search.run, args=(FOREVER,))
    thread.start()
    while thread.is_alive() and not search.nodes:
        pass
    search.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert search.lines(1)[0].action in state.legal_actions()


def test_what_nothing_tells_apart_is_not_taken_by_its_number() -> None:
    """Otherwise, a bot that knows nothing would always play the first action in the list."""
    state = quincunx.game("cengers").start()
    chosen = set()
    for seed in range(8):
        search = Rollouts(state, Evaluator(), seed)
        search.run(60.0, most_nodes=1)
        chosen.add(search.lines(1)[0].action)
    assert len(chosen) > 2
