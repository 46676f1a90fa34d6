"""The slow reference: plain minimax by turns, with the same quiescence, through the Python interface."""

from __future__ import annotations

from quincunx import Random, State
from quincunx.core.evaluator import Evaluator

WIN = 100_000
FORCING = 16


def settle(
    state: State, evaluator: Evaluator, ply: int, left: int = FORCING, alpha: int = -2 * WIN, beta: int = 2 * WIN
) -> int:
    """The value to the player to move once what is forcing has been played out.

    Even the reference leaves out what is outside the window: some games have more exchanges than can be counted.
    """
    if state.over:
        return final(state, ply)
    settled = left <= 0 or evaluator.is_settled(state)
    best = evaluator.worth(state) if settled else -2 * WIN
    mover = state.to_move
    for action in forcing(state, evaluator, settled) if left > 0 else ():
        low = max(alpha, best)
        if low >= beta:
            break
        state.apply(action)
        if state.to_move == mover:
            best = max(best, settle(state, evaluator, ply + 1, left - 1, low, beta))
        else:
            best = max(best, -settle(state, evaluator, ply + 1, left - 1, -beta, -low))
        state.undo()
    return best


def forcing(state: State, evaluator: Evaluator, settled: bool) -> list[int]:
    """The actions to play out, those that gain most first: where the position is not settled, all."""
    gains = {action: evaluator.gain_of(state, action) for action in state.legal_actions()}
    return sorted((action for action in gains if not settled or gains[action] > 0), key=lambda action: -gains[action])


def minimax(state: State, evaluator: Evaluator, depth: int, ply: int = 0) -> int:
    """The value to the player to move, `depth` turns deep."""
    if state.over:
        return final(state, ply)
    if depth == 0:
        return settle(state, evaluator, ply)
    return max(score_of(state, evaluator, action, depth, ply) for action in state.legal_actions())


def score_of(state: State, evaluator: Evaluator, action: int, depth: int, ply: int = 0) -> int:
    """What the action is worth to the player who makes it."""
    mover = state.to_move
    return after(
        state, action, lambda: minimax(state, evaluator, depth if state.to_move == mover else depth - 1, ply + 1)
    )


def after(state: State, action: int, value) -> int:  # type: ignore[no-untyped-def]
    """The value after the action, to the player who makes it."""
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
    """The state after some random actions, short of the end of the game."""
    random = Random(seed)
    for _ in range(plies):
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
        if state.over:
            state.undo()
            break
    return state
