"""Ratings from games among many players: the most likely ones (Bradley and Terry), with error bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.search.linear import Matrix, inverse, times
from quincunx.search.score import CONFIDENCE

POINTS = 400 / math.log(10)  # of Elo in a natural unit
ROUNDS = 50
LONGEST_STEP = 2.0


@dataclass(frozen=True)
class Result:
    """Games between two players, by number: how many, and the first one's points."""

    first: int
    second: int
    games: float
    points: float


@dataclass(frozen=True)
class Rating:
    """Elo points above player 0, and how far off they may be (95 %)."""

    elo: float
    error: float


def ratings(players: int, results: Sequence[Result]) -> list[Rating]:
    """The ratings of all players, the first one's being 0. A drawn game is added to each pairing: none is infinite."""
    softened = [Result(r.first, r.second, r.games + 1, r.points + 0.5) for r in results]
    strengths = [0.0] * players
    for _ in range(ROUNDS):
        gradient, curvature = _slopes(strengths, softened)
        step = times(inverse(curvature), gradient)
        strengths = [
            0.0,
            *(s + max(-LONGEST_STEP, min(LONGEST_STEP, d)) for s, d in zip(strengths[1:], step, strict=True)),
        ]
    variances = inverse(_slopes(strengths, softened)[1])
    errors = [0.0, *(CONFIDENCE * math.sqrt(variances[i][i]) for i in range(players - 1))]
    return [Rating(POINTS * s, POINTS * e) for s, e in zip(strengths, errors, strict=True)]


def _slopes(strengths: list[float], results: Sequence[Result]) -> tuple[list[float], Matrix]:
    """The gradient of the log likelihood and its negated second derivatives, without player 0, who is fixed."""
    size = len(strengths)
    gradient = [0.0] * size
    curvature = [[0.0] * size for _ in range(size)]
    for r in results:
        expected = 1 / (1 + math.exp(strengths[r.second] - strengths[r.first]))
        weight = r.games * expected * (1 - expected)
        for one, other, sign in ((r.first, r.second, 1), (r.second, r.first, -1)):
            gradient[one] += sign * (r.points - r.games * expected)
            curvature[one][one] += weight
            curvature[one][other] -= weight
    return gradient[1:], [row[1:] for row in curvature[1:]]
