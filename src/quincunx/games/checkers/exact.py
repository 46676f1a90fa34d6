"""Exact results of endings with few pieces, from endgame tables: the best turns, and the best play to the end.

A turn may have several actions, and the tables know positions at the start of a turn. So the actions of a turn are
tried out, and the positions after it looked up.
"""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.exact import Exact, Limits, LookUpSolver
from quincunx.core.state import State
from quincunx.games.checkers.prober import CheckersProber

FARTHEST = 1000  # more turns than any win takes


@dataclass(frozen=True, order=True)
class Outlook:
    """What a turn leads to, for the player who makes it: the better, the greater."""

    result: int  # 1 for a win, 0 for a draw, -1 for a loss
    speed: int  # how soon the win or how late the loss comes
    actions: tuple[int, ...] = ()


class TableSolver(LookUpSolver):
    """Knows the positions that the tables know."""

    def __init__(self, prober: CheckersProber) -> None:
        super().__init__()
        self._prober = prober

    def reaches(self, state: State, limits: Limits) -> bool:
        """Return whether the tables know the position; in the middle of a turn, they may know what follows."""
        return self._prober.value(state) is not None or state.acted > 0

    def solve(self, state: State, limits: Limits, lines: int = 1) -> list[Exact]:
        """Return the best actions, best first, with the play that follows; nothing if the best one is not known."""
        self._nodes = 0
        outlooks = self._outlooks(state.copy())
        if self._stopped or _best(outlooks) is None:
            return []
        known = sorted((outlook for outlook in outlooks if outlook is not None), reverse=True)
        if len(known) < len(outlooks):
            known = [outlook for outlook in known if outlook.result > 0]
        return [self._exact(state, outlook) for outlook in known[:lines]]

    def _outlooks(self, state: State) -> list[Outlook | None]:
        """The best outlook of each action: the best turn that begins with it, or None if that is not known."""
        return [self._outlook(state, action) for action in state.legal_actions()]

    def _outlook(self, state: State, action: int) -> Outlook | None:
        """The best outlook for the player to move among all turns that go on with this action."""
        mover, turn = state.to_move, state.turn
        state.apply(action)
        try:
            if state.over or state.turn != turn:
                return self._found(state, mover, action)
            rest = _best(self._outlooks(state))
            return None if rest is None else Outlook(rest.result, rest.speed, (action, *rest.actions))
        finally:
            state.undo()

    def _found(self, state: State, mover: int, action: int) -> Outlook | None:
        """The outlook for the player who has just ended the turn, if it is known."""
        self._nodes += 1
        outcome = state.outcome()
        if outcome is not None:
            result = 0 if outcome.winner is None else 1 if outcome.winner == mover else -1
            return Outlook(result, result * FARTHEST, (action,))
        value = self._prober.value(state)
        if value is None:
            return None
        if value == 0:
            return Outlook(0, 0, (action,))
        result = 1 if value % 2 else -1
        return Outlook(result, result * (FARTHEST - value + 1), (action,))

    def _exact(self, state: State, outlook: Outlook) -> Exact:
        """The turn and the best play after it; a draw has no end to play to."""
        actions = list(outlook.actions)
        ahead = state.copy()
        for action in actions:
            ahead.apply(action)
        while outlook.result and not ahead.over and not self._stopped:
            best = _best(self._outlooks(ahead))
            if best is None:
                break
            for action in best.actions:
                ahead.apply(action)
            actions += best.actions
        return Exact(outlook.result, tuple(actions), is_full=not outlook.result or ahead.over, from_table=True)


def _best(outlooks: list[Outlook | None]) -> Outlook | None:
    """The best of the outlooks: if some are not known, only a win is certain to be the best."""
    known = [outlook for outlook in outlooks if outlook is not None]
    best = max(known, default=None)
    return best if best is not None and (best.result > 0 or len(known) == len(outlooks)) else None
