"""Values of endings, one byte for each index of a slot.

A value is 0 for a draw, and otherwise one more than the number of turns until the end of the game with best play: even
if the player to move wins (in an odd number of turns), odd if that player loses. A win takes as few turns as possible,
and a loss as many.
"""

from __future__ import annotations

import cython

from quincunx.core import bits
from quincunx.games.checkers import ending, tiles

MISSING = -1
LOST_NOW = 1
SLOTS = 4096


class EndingTables:
    """The tables of a game that are known, by slot."""

    held: dict[int, tiles.Buffer]
    starts: list[tiles.Buffer | None]

    def __init__(self) -> None:
        self.held = {}
        self.most = 0
        if not cython.compiled:
            self.starts = [None] * SLOTS

    def hold(self, slot: int, data: tiles.Buffer, pieces: int) -> None:
        """Take the values of a slot from these bytes from now on."""
        self.starts[slot] = tiles.start_of(data)
        self.held[slot] = data
        self.most = max(self.most, pieces)

    def value(self, men: int, kings: int, other_men: int, other_kings: int) -> int:
        """Return the value of the position for the player to move, or MISSING."""
        if not men | kings:
            return LOST_NOW
        slot = self.slot(men, kings, other_men, other_kings)
        start = self.starts[slot]
        if not start:
            return MISSING
        return start[ending.index_of(men, kings, other_men, other_kings)]

    def slot(self, men: int, kings: int, other_men: int, other_kings: int) -> int:
        """Return the slot of the position's material."""
        return ending.slot_of(bits.count(men), bits.count(kings), bits.count(other_men), bits.count(other_kings))
