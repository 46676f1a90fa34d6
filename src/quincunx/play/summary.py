"""The summary of a finished match for the statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from quincunx.core.state import State
from quincunx.play.legs import Leg
from quincunx.play.match import Match

Pace = Callable[[Iterable[int]], Iterator[int]]  # controls how fast the plies are processed


class Summary(Struct, frozen=True):
    """The result of a match: the winner, the reason, its length, each side's captures, and which of two games it is."""

    winner: int | None
    reason: str
    turns: int
    plies: int
    captures: tuple[int, int]
    leg: Leg | None = None


def summary(match: Match, pace: Pace = iter) -> Summary | None:
    """The summary of a match that has a result, or None. This goes through the whole game."""
    if match.result is None:
        return None
    state, result = match.state, match.result
    taken = captures(state, pace)
    return Summary(result.winner, result.reason, state.turn, state.ply, taken, match.created.leg)


def captures(state: State, pace: Pace = iter) -> tuple[int, int]:
    """How many of the opponent's pieces each side has captured or turned so far."""
    taken = [0, 0]
    state = state.copy()
    after = _counts(state)
    for _ in pace(range(state.ply)):
        if state.last_action() is None:
            break
        state.undo()
        before = _counts(state)
        mover = state.to_move
        taken[mover] += max(0, before[1 - mover] - after[1 - mover])
        after = before
    return taken[0], taken[1]


def _counts(state: State) -> tuple[int, int]:
    owners = [piece.owner for piece in state.game.spec.pieces(state).values()]
    return owners.count(0), owners.count(1)
