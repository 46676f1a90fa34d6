"""What a finished match says to the statistics."""

from __future__ import annotations

from msgspec import Struct

from quincunx.core.state import State
from quincunx.play.legs import Leg
from quincunx.play.match import Match


class Summary(Struct, frozen=True):
    """The result in numbers: who won and why, how long it took, what each side captured; which of two games it was."""

    winner: int | None
    reason: str
    turns: int
    plies: int
    captures: tuple[int, int]
    leg: Leg | None = None


def summary(match: Match) -> Summary | None:
    """The summary of a match that was played to an end; None for any other."""
    if match.result is None:
        return None
    state, result = match.state, match.result
    taken = captures(state)
    return Summary(result.winner, result.reason, state.turn, state.ply, taken, match.created.leg)


def captures(state: State) -> tuple[int, int]:
    """How many pieces each side has taken from the other, or turned, in the game so far."""
    taken = [0, 0]
    state = state.copy()
    after = _counts(state)
    while state.ply and state.last_action() is not None:
        state.undo()
        before = _counts(state)
        mover = state.to_move
        taken[mover] += max(0, before[1 - mover] - after[1 - mover])
        after = before
    return taken[0], taken[1]


def _counts(state: State) -> tuple[int, int]:
    owners = [piece.owner for piece in state.game.spec.pieces(state).values()]
    return owners.count(0), owners.count(1)
