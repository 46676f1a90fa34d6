"""FlipFlop against the slow reference: random games, action by action."""

from __future__ import annotations

import pytest

import quincunx
from drawn import legal_texts
from quincunx import Random
from rules.reference_flipflop import Reference, name

SIDES = ("white", "black")


def compare_game(key: str, n: int, seed: int) -> None:
    random, reference = Random(seed), Reference(key, n)
    state = quincunx.game(key, n=n).start()
    while not state.over:
        assert SIDES[state.to_move] == reference.side
        assert legal_texts(state) == reference.actions()
        actions = state.legal_actions()
        action = actions[random.below(len(actions))]
        reference.play(state.text(action))
        state.apply(action)
    outcome = state.outcome()
    assert outcome is not None
    assert reference.result == (None if outcome.winner is None else SIDES[outcome.winner], outcome.reason)
    pieces = quincunx.games()["flipflop"].pieces(state)
    assert {state.game.square(cell): SIDES[piece.owner] for cell, piece in pieces.items()} == {
        name(square): owner for square, owner in reference.board.items()
    }


@pytest.mark.parametrize("key", ["flipflop", "othello"])
@pytest.mark.parametrize("seed", range(25 if quincunx.compiled else 5))
def test_the_engine_agrees_with_the_reference(key: str, seed: int) -> None:
    compare_game(key, 8, seed)


@pytest.mark.parametrize("key", ["flipflop", "othello"])
@pytest.mark.parametrize("n", range(10, 27, 2) if quincunx.compiled else [10, 14, 26])
def test_f1_and_on_larger_boards(key: str, n: int) -> None:
    compare_game(key, n, seed=n)


@pytest.mark.parametrize("key", ["flipflop", "othello"])
def test_and_counts_the_same_turns(key: str) -> None:
    state = quincunx.game(key).start()
    for depth in (1, 2, 3, 4):
        assert quincunx.perft(state, depth, "turn") == Reference(key).count(depth)
