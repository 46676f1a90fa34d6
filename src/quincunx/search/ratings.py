"""Maximum likelihood ratings from games among many players (Bradley-Terry), with error bars.

The advantage of being player 0 is a separate rating, fitted with the others. Without it, in a game that favours one
side from the start, all players would seem equally strong, because that side always wins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.search.linear import Matrix, inverse, times
from quincunx.search.score import CONFIDENCE

POINTS = 400 / math.log(10)  # Elo points per natural unit
ROUNDS = 50
LONGEST_STEP = 2.0


@dataclass(frozen=True)
class Result:
    """Games between two players, by number, with the first one as player 0: the number of games, and its points."""

    first: int
    second: int
    games: float
    points: float


@dataclass(frozen=True)
class Rating:
    """Elo points, and their margin of error (95 %)."""

    elo: float
    error: float


@dataclass(frozen=True)
class Ratings:
    """Ratings of all players relative to the first, of each relative to the previous one, and of being player 0."""

    players: tuple[Rating, ...]
    steps: tuple[Rating, ...]
    side: Rating


def ratings(players: int, results: Sequence[Result]) -> Ratings:
    """The most likely ratings. A drawn game is added to each result, so that no rating is infinite."""
    softened = [Result(r.first, r.second, r.games + 1, r.points + 0.5) for r in results]
    strengths = [0.0] * (players + 1)  # the last one is for the side; that of the first player stays 0
    for _ in range(ROUNDS):
        gradient, curvature = _slopes(strengths, softened)
        for i, step in enumerate(times(inverse(curvature), gradient), start=1):
            strengths[i] += max(-LONGEST_STEP, min(LONGEST_STEP, step))
    spread = [[0.0] * (players + 1), *([0.0, *row] for row in inverse(_slopes(strengths, softened)[1]))]
    return Ratings(
        tuple(_rating(strengths, spread, i, 0) for i in range(players)),
        tuple(_rating(strengths, spread, i, max(i - 1, 0)) for i in range(players)),
        _rating(strengths, spread, players, 0),
    )


def _rating(strengths: list[float], spread: Matrix, one: int, other: int) -> Rating:
    """The difference of two strengths; uncertainty that they share does not add to its error."""
    variance = spread[one][one] + spread[other][other] - 2 * spread[one][other]
    return Rating(POINTS * (strengths[one] - strengths[other]), POINTS * CONFIDENCE * math.sqrt(max(variance, 0.0)))


def _slopes(strengths: list[float], results: Sequence[Result]) -> tuple[list[float], Matrix]:
    """The gradient of the log likelihood and its negated second derivatives, without the first player, who is fixed."""
    size = len(strengths)
    gradient = [0.0] * size
    curvature = [[0.0] * size for _ in range(size)]
    for r in results:
        signs = ((r.first, 1), (r.second, -1), (size - 1, 1))
        expected = 1 / (1 + math.exp(-sum(sign * strengths[i] for i, sign in signs)))
        weight = r.games * expected * (1 - expected)
        for i, sign in signs:
            gradient[i] += sign * (r.points - r.games * expected)
            for j, other in signs:
                curvature[i][j] += sign * other * weight
    return gradient[1:], [row[1:] for row in curvature[1:]]
