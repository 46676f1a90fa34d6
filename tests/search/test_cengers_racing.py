"""Bots of Cengers race home: games between low and middle levels are decided, and soon enough."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.outcome import Outcome
from quincunx.search.agent import Budget
from quincunx.search.bots import bot
from quincunx.search.tournament import play_out

GAMES = 12 if quincunx.compiled else 3
BUDGET = Budget(seconds=600, nodes=200)  # limited by nodes: the same games in both builds, on any machine


def self_play(level: int, seed: int) -> tuple[Outcome | None, int]:
    game = quincunx.game("cengers")
    players = (bot(f"level {level}", game, 2 * seed), bot(f"level {level}", game, 2 * seed + 1))
    state = play_out(game.start(), players, BUDGET)
    return state.outcome(), state.turn


@pytest.mark.parametrize("level", [2, 3, 5])
def test_every_game_of_a_level_against_itself_is_won(level: int) -> None:
    for seed in range(GAMES):
        outcome, turns = self_play(level, seed)
        assert outcome is not None
        assert outcome.reason == "home", f"game {seed}"
        assert turns < 160, f"game {seed}"
