"""Glicko-2 ratings, step by step as in Mark Glickman's "Example of the Glicko-2 system" (2013, revised 2022).

This is not taken from a library: it is one page of arithmetic from a public paper, whose worked example serves as a
test. Ratings are recomputed from the logs, so every digit must stay the same forever.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

SCALE = 173.7178  # of the paper's step 2
TAU = 0.5  # limits how much a volatility may change
CLOSE = 1e-6  # precision of the new volatility
MOST_DEVIATION = 350.0
SETTLED = 110.0  # the highest deviation at which a rating is reliable enough to compare with others


class Rating(Struct, frozen=True):
    """How strong a player is, how certain that is, and how consistent the player is."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def provisional(self) -> bool:
        """Whether too little is known for the rating to be more than a first guess."""
        return self.deviation > SETTLED


Result = tuple[Rating, float]  # the opponent, and the score: 1, 0.5 or 0


def rated(player: Rating, results: Sequence[Result]) -> Rating:
    """The rating after the results of one period; without results, only the deviation grows."""
    if not results:
        return aged(player, 1.0)
    mu, phi = _mu(player), _phi(player)
    variance, improvement = _estimates(mu, results)
    sigma = _volatility(phi, player.volatility, variance, variance * improvement)
    grown = math.hypot(phi, sigma)
    new_phi = 1 / math.sqrt(1 / grown**2 + 1 / variance)
    new_mu = mu + new_phi**2 * improvement
    return Rating(SCALE * new_mu + 1500, min(SCALE * new_phi, MOST_DEVIATION), sigma)


def aged(player: Rating, periods: float) -> Rating:
    """The rating of a player who has not played for this many periods: the same, with a higher deviation (step 6)."""
    phi = math.sqrt(_phi(player) ** 2 + periods * player.volatility**2)
    return Rating(player.rating, min(SCALE * phi, MOST_DEVIATION), player.volatility)


def _mu(player: Rating) -> float:
    return (player.rating - 1500) / SCALE


def _phi(player: Rating) -> float:
    return player.deviation / SCALE


def _estimates(mu: float, results: Sequence[Result]) -> tuple[float, float]:
    """The variance v of step 3, and the sum of step 4 (Δ is their product)."""
    information = improvement = 0.0
    for opponent, score in results:
        weight = 1 / math.sqrt(1 + 3 * _phi(opponent) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - _mu(opponent))))
        information += weight**2 * expected * (1 - expected)
        improvement += weight * (score - expected)
    return 1 / information, improvement


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois variant of regula falsi."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        spread = phi**2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, _other_end(slope, start, delta**2 - phi**2 - variance)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_end(slope: Callable[[float], float], start: float, surprise: float) -> float:
    """The other starting point for the search of step 5."""
    if surprise > 0:
        return math.log(surprise)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
