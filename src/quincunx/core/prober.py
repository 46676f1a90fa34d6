"""Exact values of positions that a search can look up at every node: a game's endgame tables.

A value is 0 for a draw, and otherwise one more than the number of turns until the end of the game with best play: even
if the player to move wins (in an odd number of turns), odd if that player loses.
"""

from __future__ import annotations

from quincunx.core.state import State

UNKNOWN = -1


class Prober:
    """Knows exact values of some positions of one game (`Spec.prober`). When compiled, games override a C method."""

    def probe(self, state: State) -> int:
        """Return the value of the position for the player to move, or UNKNOWN. Not called once the game is over."""
        return UNKNOWN

    def value(self, state: State) -> int | None:
        """Return the value, or None if it is not known; for Python callers."""
        found = self.probe(state)
        return None if found == UNKNOWN else int(found)
