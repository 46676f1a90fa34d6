"""The transposition table: search results by position, with bounded memory, shared by threads without locks.

A slot has two words: the position's key xor the entry, and the entry. A torn write does not match its key.
"""

from __future__ import annotations

import cython

from quincunx.search import entry


class TranspositionTable:
    """Entries by position. A new entry replaces the one in its slot, unless that is deeper for the same position."""

    checks: list[int]
    entries: list[int]

    def __init__(self, megabytes: int = 16) -> None:
        slots = 1
        while slots * 2 * 16 <= megabytes << 20:
            slots *= 2
        self.mask = slots - 1
        if cython.compiled:
            self.checks = cython.cast("unsigned long long*", calloc(slots, 8))
            self.entries = cython.cast("unsigned long long*", calloc(slots, 8))
            if self.checks == cython.NULL or self.entries == cython.NULL:
                raise MemoryError
        else:
            self.checks = [0] * slots
            self.entries = [0] * slots

    def __dealloc__(self) -> None:
        free(self.checks)
        free(self.entries)

    def find(self, key: int) -> int:
        """The entry for the position, or 0."""
        slot = key & self.mask
        found = self.entries[slot]
        return found if self.checks[slot] ^ found == key else 0

    def store(self, key: int, action: int, score: int, depth: int, bound: int) -> None:
        """Store a search result."""
        slot = key & self.mask
        old = self.entries[slot]
        if bound != entry.EXACT and depth < entry.depth_of(old) and self.checks[slot] ^ old == key:
            return
        new = entry.pack(action, score, depth, bound)
        self.checks[slot] = key ^ new
        self.entries[slot] = new
