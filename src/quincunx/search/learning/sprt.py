"""The sequential probability ratio test: play until it is clear whether a change makes a player stronger.

The test compares two hypotheses about the rating difference, `lowest` and `highest` Elo. It works on pairs of games
from one opening, with their observed variance, because the games of a pair are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

ERROR = 0.05  # the probability of each kind of wrong verdict
FEWEST = 5  # pairs: with fewer, the variance is unknown


@dataclass(frozen=True)
class RatioTest:
    """Two hypotheses: the new player is stronger by `lowest` Elo at most, or by `highest` at least."""

    lowest: float = 0.0
    highest: float = 30.0

    @property
    def bound(self) -> float:
        """The ratio (as a logarithm) at which the test ends, in either direction."""
        return math.log((1 - ERROR) / ERROR)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, given the mean results of pairs of games."""
        if len(pairs) < FEWEST:
            return 0.0
        low, high = _expected(self.lowest), _expected(self.highest)
        mean = sum(pairs) / len(pairs)
        # as in `score`, one more result of half a point, because equal results prove less than it seems
        variance = (sum((result - mean) ** 2 for result in pairs) + (0.5 - mean) ** 2) / len(pairs)
        if not variance:
            return 0.0
        return len(pairs) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, pairs: Sequence[float]) -> bool | None:
        """Whether the new player is stronger, or None if that is not clear yet."""
        ratio = self.ratio(pairs)
        return ratio > 0 if abs(ratio) >= self.bound else None


def _expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))
