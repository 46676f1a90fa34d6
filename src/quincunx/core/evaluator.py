"""What a position is worth, for searchers. Compiled, a game's evaluator has C virtual methods."""

from __future__ import annotations

from quincunx.core.state import State


class Evaluator:
    """Knows no game: every position is even, and no action gains anything."""

    def value(self, state: State) -> int:
        """What the position is worth to the player to move, in hundredths of a plain piece; within ±20,000."""
        return 0

    def gain(self, state: State, action: int) -> int:
        """What the action wins at once, in the same units: above 0 for the forcing ones (captures, promotions)."""
        return 0
