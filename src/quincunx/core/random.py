"""Reproducible random numbers: the same seed gives the same games on every machine and in both builds."""

from __future__ import annotations

from quincunx.core import bits

STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


class Random:
    """SplitMix64: a generator of 64-bit numbers, from any seed."""

    def __init__(self, seed: int = 0) -> None:
        self.state = seed & 0xFFFFFFFFFFFFFFFF

    def draw(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + STEP) & bits.ALL
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * FIRST) & bits.ALL
        mixed = ((mixed ^ (mixed >> 27)) * SECOND) & bits.ALL
        return mixed ^ (mixed >> 31)

    def pick(self, count: int) -> int:
        """Return a number from 0 to count - 1."""
        return ((self.draw() >> 32) * count) >> 32

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1, for Python callers."""
        if not 0 < count <= 0xFFFFFFFF:
            raise ValueError(f"expected a count from 1 to {0xFFFFFFFF}, got {count}")
        return self.pick(count)
