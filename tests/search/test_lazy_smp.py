"""Two search threads that share one table."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.search.lazy_smp import LazySmp
from quincunx.search.transposition_table import TranspositionTable
from search.minimax import minimax, wandered
from variants import keys


@pytest.mark.parametrize("key", keys())
def test_together_they_find_what_minimax_finds(key: str) -> None:
    game = quincunx.game(key)
    state = wandered(game.start(), 12, seed=3)
    evaluator = game.spec.evaluator(game)
    team = LazySmp(state, evaluator, TranspositionTable(1), threads=2)
    team.run(1e9, most_depth=1)
    assert team.lines(1)[0].score == minimax(state, evaluator, 1)
    assert team.depth == 1
    assert team.nodes > 0


def test_what_is_stopped_before_it_begins_still_answers() -> None:
    game = quincunx.game(keys()[0])
    state = game.start()
    team = LazySmp(state, game.spec.evaluator(game), TranspositionTable(1), threads=2)
    team.stop()
    team.run(1e9)
    assert team.lines(1)[0].action in state.legal_actions()
