"""The difference in strength between two players, estimated from a series of games, with a margin of error."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CONFIDENCE = 1.96  # standard errors on either side, for 95 %


@dataclass(frozen=True)
class Score:
    """A mean result between 0 and 1, and its margin of error."""

    mean: float
    error: float

    @property
    def elo(self) -> float:
        """The rating difference that corresponds to the mean."""
        return elo(self.mean)

    @property
    def elo_range(self) -> tuple[float, float]:
        """The lowest and the highest difference within the error."""
        return elo(self.mean - self.error), elo(self.mean + self.error)


def score(pairs: Sequence[float]) -> Score:
    """The score of pairs of games; each value is the mean of both games from one opening.

    It uses pairs instead of games because the two games of a pair are not independent. A series of equal results proves
    less than it seems, so the error includes one additional result of half a point.
    """
    return tallied(Counter(pairs))


def tallied(counts: Mapping[float, int]) -> Score:
    """The score, given how often each result occurred."""
    total = sum(counts.values())
    mean = sum(result * count for result, count in counts.items()) / total
    spread = sum((result - mean) ** 2 * count for result, count in counts.items()) + (0.5 - mean) ** 2
    return Score(mean, CONFIDENCE * math.sqrt(spread / total / (total + 1)))


def elo(mean: float) -> float:
    """The rating difference for which this mean result is expected."""
    if mean <= 0:
        return -math.inf
    return math.inf if mean >= 1 else -400 * math.log10(1 / mean - 1)
