"""The engine against the slow reference: random games with every pair of shipped armies, action by action."""

from __future__ import annotations

import itertools
import tomllib
from importlib.resources import files
from typing import Any

import pytest

import quincunx
from drawn import legal_texts
from quincunx import Random
from quincunx.games.battlefield.army import shipped
from rules.reference_battlefield import Reference

GAMES = 3 if quincunx.compiled else 1
LONGEST = 400 if quincunx.compiled else 120


def army(name: str) -> dict[str, Any]:
    return tomllib.loads((files("quincunx.games.battlefield") / "armies" / f"{name}.toml").read_text())


def check_game(white: str, black: str, seed: int, **limits: int) -> str:
    """Play at random until the end or LONGEST plies; the last thing known of the game."""
    random = Random(seed)
    state = quincunx.game("battlefield", white=white, black=black, **limits).start()
    reference = Reference(army(white), army(black), **limits)
    while True:
        assert state.outcome() == reference.result, state.position()
        assert legal_texts(state) == reference.actions(), state.position()
        if state.over or state.ply == LONGEST:
            return state.position()
        assert (state.to_move, state.acted) == (reference.side, int(reference.acting is not None))
        actions = state.legal_actions()
        action = actions[random.below(len(actions))]
        reference.play(state.text(action))
        state.apply(action)


@pytest.mark.parametrize(("white", "black"), itertools.product(shipped(), repeat=2))
def test_random_games_agree(white: str, black: str) -> None:
    for seed in range(GAMES):
        check_game(white, black, seed)


@pytest.mark.parametrize("seed", range(2 if quincunx.compiled else 1))
def test_random_games_agree_on_early_draws(seed: int) -> None:
    """With limits that random games reach: the second occurrence, or eight quiet turns."""
    assert "over:" in check_game("standard", "wildwood", seed, repetition=2, quiet=8)
