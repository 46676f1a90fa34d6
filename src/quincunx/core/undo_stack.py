"""Growable stacks of 64-bit words: the frames that undo restores, and the positions seen so far."""

from __future__ import annotations

import cython

MASK = 255  # the bits of a key that select its chain


class WordStack:
    """A stack of words that grows as needed. Games read and write `data` directly."""

    data: list[int]

    def __init__(self) -> None:
        self.size = 0
        self.capacity = 0
        if not cython.compiled:
            self.data = []

    def __dealloc__(self) -> None:
        free(self.data)

    def extend(self, count: int) -> int:
        """Push `count` words of space; return the index of the first."""
        at = self.size
        self.size += count
        if self.size > self.capacity:
            self.capacity = 2 * self.size
            if cython.compiled:
                self.data = cython.cast("unsigned long long*", realloc(self.data, self.capacity * 8))
                if self.data == cython.NULL:
                    abort()
            else:
                self.data += [0] * (self.capacity - len(self.data))
        return at

    def assign(self, other: WordStack) -> None:
        """Become a copy of the other stack."""
        self.size = 0
        self.extend(other.size)
        for i in range(other.size):
            self.data[i] = other.data[i]


class Past:
    """The keys of the positions at the start of each turn so far, with their number of occurrences.

    Only positions from `start` on are compared: an irreversible action moves `start` to the end. Keys with the same low
    bits are chained, latest first: `heads` has the number of the latest (from 1; 0 is none), `links` that of the
    previous one.
    """

    def __init__(self) -> None:
        self.keys = WordStack()
        self.links = WordStack()
        self.start = 0
        self.heads = [0] * 256

    def note(self, key: int) -> int:
        """Add the position; return how often it has now occurred."""
        occurrences = 1
        bucket = key & MASK
        number = self.heads[bucket]
        while number > self.start:
            if self.keys.data[number - 1] == key:
                occurrences += 1
            number = self.links.data[number - 1]
        at = self.keys.extend(1)  # may move the data, so do it before the assignment
        self.keys.data[at] = key
        self.links.extend(1)
        self.links.data[at] = self.heads[bucket]
        self.heads[bucket] = at + 1
        return occurrences

    def rewind(self, size: int, start: int) -> None:
        """Go back to an earlier, shorter past."""
        while self.keys.size > size:
            self.keys.size -= 1
            self.links.size -= 1
            self.heads[self.keys.data[self.keys.size] & MASK] = self.links.data[self.keys.size]
        self.start = start

    def assign(self, other: Past) -> None:
        """Become a copy of the other past."""
        self.keys.assign(other.keys)
        self.links.assign(other.links)
        self.start = other.start
        for i in range(256):
            self.heads[i] = other.heads[i]

    def listed(self) -> list[int]:
        """Return the keys that still count for repetition, sorted."""
        return sorted([self.keys.data[i] for i in range(self.start, self.keys.size)])
