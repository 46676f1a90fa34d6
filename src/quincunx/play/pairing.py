"""Who plays whom in the pool: the same game, rules, clock and number of games, and ratings that are near enough.

Near enough is a window around each player's rating, which widens while he waits; both must be in the other's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from quincunx.play.clocks import SECOND, Clock
from quincunx.play.legs import Legs

NARROW = 100  # points of difference that are fine at once
WIDENING = 15  # points more for every second of waiting


class Seek(Struct, frozen=True):
    """Somebody who wants to play, and since when."""

    id: str
    account: str
    game: str
    rules: str
    clock: Clock
    rating: int
    since: int
    legs: Legs = 1


def window(seek: Seek, now: int) -> int:
    """How far from his own rating an opponent may be."""
    return NARROW + WIDENING * max(0, now - seek.since) // SECOND


def fit(one: Seek, other: Seek, now: int) -> bool:
    """Whether the two may play each other."""
    if one.account == other.account or _pool(one) != _pool(other):
        return False
    return abs(one.rating - other.rating) <= min(window(one, now), window(other, now))


def pairs(seeks: Iterable[Seek], now: int) -> list[tuple[Seek, Seek]]:
    """The pairs to be made now: whoever has waited longest chooses first, the nearest rating among those who fit."""
    waiting = sorted(seeks, key=lambda seek: (seek.since, seek.id))
    paired: list[tuple[Seek, Seek]] = []
    taken: set[str] = set()
    for number, seek in enumerate(waiting):
        if seek.account in taken:
            continue
        best = _nearest(seek, [other for other in waiting[number + 1 :] if other.account not in taken], now)
        if best is not None:
            paired.append((seek, best))
            taken |= {seek.account, best.account}
    return paired


def _nearest(seek: Seek, others: Sequence[Seek], now: int) -> Seek | None:
    fitting = [other for other in others if fit(seek, other, now)]
    return min(fitting, key=lambda other: abs(other.rating - seek.rating), default=None)


def _pool(seek: Seek) -> tuple[str, str, Clock, Legs]:
    return seek.game, seek.rules, seek.clock, seek.legs
