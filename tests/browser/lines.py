"""Sequences of actions that lead to a wanted position, found by playing at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from quincunx import Game, State


def line_to(game: Game, wanted: Callable[[State], bool], most: int = 200) -> list[str]:
    """The actions from the start to the first wanted state, taken from the shortest of several random games."""
    found: list[list[str]] = []
    for seed in range(60):
        random, state, line = Random(seed), game.start(), []
        while not wanted(state) and state.outcome() is None and len(line) < most:
            action = random.choice(state.legal_actions())
            line.append(state.text(action))
            state.apply(action)
        if wanted(state):
            found.append(line)
    assert found, "no such line"
    return min(found, key=len)


def turns_of(game: Game, line: list[str]) -> list[list[str]]:
    """The actions grouped by turn, without the passes that the match plays automatically."""
    state = game.start()
    turns: list[list[str]] = [[]]
    for text in line:
        mover = state.to_move
        state.apply(state.parse(text))
        if text != "pass":
            turns[-1].append(text)
        if (state.to_move != mover or state.outcome() is not None) and turns[-1]:
            turns.append([])
    return [turn for turn in turns if turn]
