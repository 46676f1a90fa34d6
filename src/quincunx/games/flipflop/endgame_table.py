"""A table of solved endgame positions: bounds for the final margin, and the best action known, in bounded memory.

A position is stored in full and not as a hash, so that a result is a proof. Four words make an entry: the pieces of the
player to move, those of the opponent, what is known, and one spare word, for speed. An entry has one of two places: the
first keeps the most expensive result, the second the latest one.
"""

from __future__ import annotations

import cython

from quincunx.core import bits

NO_CELL = 64
WORDS = 4
KNOWN = 1 << 40


class EndgameTable:
    """Results by position. `tag` is what matters in a position besides its pieces."""

    words: list[int]

    def __init__(self, megabytes: int = 16) -> None:
        slots = 2
        while slots * 2 * 8 * WORDS <= megabytes << 20:
            slots *= 2
        self.mask = slots - 2
        if cython.compiled:
            self.words = cython.cast("unsigned long long*", calloc(slots * WORDS, 8))
            if self.words == cython.NULL:
                raise MemoryError
        else:
            self.words = [0] * (slots * WORDS)

    def __dealloc__(self) -> None:
        free(self.words)

    def find(self, mine: int, theirs: int, tag: int) -> int:
        """Return what is known about the position, or 0."""
        at = self.place(mine, theirs, tag)
        if self.is_at(at, mine, theirs, tag):
            return self.words[at + 2]
        if self.is_at(at + WORDS, mine, theirs, tag):
            return self.words[at + WORDS + 2]
        return 0

    def store(self, mine: int, theirs: int, tag: int, least: int, most: int, cell: int, cost: int) -> None:
        """Store bounds for the margin, and the best action; `cost` is the logarithm of the nodes they took."""
        at = self.place(mine, theirs, tag)
        is_second = self.is_at(at + WORDS, mine, theirs, tag) or cost < cost_of(self.words[at + 2])
        if is_second and not self.is_at(at, mine, theirs, tag):
            at += WORDS
        self.words[at] = mine
        self.words[at + 1] = theirs
        self.words[at + 2] = KNOWN | tag << 30 | cost << 23 | cell << 16 | (most + 128) << 8 | (least + 128)

    def place(self, mine: int, theirs: int, tag: int) -> int:
        """Return the index of the first of the position's two entries."""
        return (bits.finish(bits.mix(bits.mix(tag, mine), theirs)) & self.mask) * WORDS

    def is_at(self, at: int, mine: int, theirs: int, tag: int) -> bool:
        """Return whether this entry is about the position."""
        return self.words[at] == mine and self.words[at + 1] == theirs and self.words[at + 2] >> 30 == KNOWN >> 30 | tag


def least_of(known: int) -> int:
    """Return the lower bound of the margin."""
    return (known & 0xFF) - 128


def most_of(known: int) -> int:
    """Return the upper bound of the margin."""
    return (known >> 8 & 0xFF) - 128


def cell_of(known: int) -> int:
    """Return the cell of the best action known, or NO_CELL."""
    return known >> 16 & 0x7F


def cost_of(known: int) -> int:
    """Return the logarithm of the nodes that the result took."""
    return known >> 23 & 0x7F
