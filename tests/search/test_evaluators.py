"""Every game's evaluator: the weights match its features, and both sides are treated alike."""

from __future__ import annotations

import pytest

import quincunx
from drawn import drawn, picture
from quincunx import State
from search.minimax import wandered
from variants import keys

every_game = pytest.mark.parametrize("key", keys())

# games whose board looks the same to both sides when turned around, with the letters swapped
TURNED = {
    "cengers": str.maketrans("xo", "ox"),
    "checkers": str.maketrans("dDlL", "lLdD"),
    "draughts": str.maketrans("dDlL", "lLdD"),
}


@every_game
def test_every_feature_has_a_weight(key: str) -> None:
    game = quincunx.game(key)
    evaluator = game.spec.evaluator(game)
    assert len(evaluator.listed_weights()) == len(evaluator.names)
    assert len(evaluator.listed(game.start())) == len(evaluator.names)


@every_game
def test_looking_changes_nothing(key: str) -> None:
    game = quincunx.game(key)
    state = wandered(game.start(), 15, 1)
    before = state.copy()
    evaluator = game.spec.evaluator(game)
    evaluator.worth(state)
    for action in state.legal_actions():
        evaluator.gain_of(state, action)
    assert state == before


@pytest.mark.parametrize("key", TURNED)
@pytest.mark.parametrize("plies", [10, 35, 60])
def test_the_board_turned_round_is_worth_the_same(key: str, plies: int) -> None:
    game = quincunx.game(key)
    state = at_start_of_turn(wandered(game.start(), plies, 4))
    fields = f"turn:{state.turn ^ 1}"  # the other side's turn, equally late
    turned = drawn(game, picture(state)[::-1].translate(TURNED[key]), 1 - state.to_move, fields)
    evaluator = game.spec.evaluator(game)
    assert evaluator.worth(turned) == evaluator.worth(state)
    assert evaluator.listed(turned) == [-feature for feature in evaluator.listed(state)]


def at_start_of_turn(state: State) -> State:
    while state.acted:
        state.undo()
    return state
