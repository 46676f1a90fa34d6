"""The slow reference: plain minimax by turns, with the same quiescence search, through the Python interface."""

from __future__ import annotations

from quincunx import Random, State
from quincunx.core.evaluator import Evaluator

WIN = 100_000
FORCING = 16
INFINITE = 200_000


def settle(
    state: State, evaluator: Evaluator, ply: int, left: int = FORCING, low: int = -INFINITE, high: int = INFINITE
) -> int:
    """The value for the player to move after all forcing actions have been played out.

    This uses a simple alpha-beta window: there are too many orders of captures to try them all.
    """
    if state.over:
        return final(state, ply)
    settled = left <= 0 or evaluator.is_settled(state)
    best = evaluator.worth(state) if settled else -INFINITE
    for action in forcing(state, evaluator, settled) if left > 0 else ():
        if best >= high:
            break
        best = max(best, settled_after(state, evaluator, action, ply + 1, left - 1, max(low, best), high))
    return best


def forcing(state: State, evaluator: Evaluator, settled: bool) -> list[int]:
    """The actions with a gain, the largest first; all actions if the position is not settled."""
    gains = {action: evaluator.gain_of(state, action) for action in state.legal_actions()}
    return sorted((action for action in gains if not settled or gains[action] > 0), key=lambda a: -gains[a])


def settled_after(state: State, evaluator: Evaluator, action: int, ply: int, left: int, low: int, high: int) -> int:
    """The value after a forcing action, for the player who plays it."""
    mover = state.to_move
    state.apply(action)
    same = state.to_move == mover
    window = (low, high) if same else (-high, -low)
    score = settle(state, evaluator, ply, left, *window)
    state.undo()
    return score if same else -score


def minimax(state: State, evaluator: Evaluator, depth: int, ply: int = 0) -> int:
    """The value for the player to move, `depth` turns deep."""
    if state.over:
        return final(state, ply)
    if depth == 0:
        return settle(state, evaluator, ply)
    return max(score_of(state, evaluator, action, depth, ply) for action in state.legal_actions())


def score_of(state: State, evaluator: Evaluator, action: int, depth: int, ply: int = 0) -> int:
    """The value of the action for the player who plays it."""
    mover = state.to_move

    def value() -> int:
        spent = state.to_move != mover and (state.over or evaluator.is_settled(state))
        return minimax(state, evaluator, depth - spent, ply + 1)

    return after(state, action, value)


def after(state: State, action: int, value) -> int:  # type: ignore[no-untyped-def]
    """The value after the action, for the player who plays it."""
    mover = state.to_move
    state.apply(action)
    score: int = value() if state.to_move == mover else -value()
    state.undo()
    return score


def final(state: State, ply: int) -> int:
    outcome = state.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return 0
    return WIN - ply if outcome.winner == state.to_move else ply - WIN


def wandered(state: State, plies: int, seed: int) -> State:
    """The state after some random actions, before the end of the game."""
    random = Random(seed)
    for _ in range(plies):
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
        if state.over:
            state.undo()
            break
    return state
