"""Who plays whom in the pool: those who want the same match, and whose ratings are near enough.

Near enough is a window around each player's rating, which widens while he waits; both must be in the other's.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from quincunx.play.clocks import SECOND, Clock, Fischer
from quincunx.play.legs import Legs

USUAL_CLOCK = Fischer(300, 3)  # where the game has none of its own: everybody should want the same
NARROW = 100  # points of difference that are fine at once
WIDENING = 15  # points more for every second of waiting

_ENCODER = msgspec.json.Encoder(order="deterministic")


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
    options: dict[str, Any] = {}  # those that differ from the usual ones and are the same for both
    own: dict[str, str] = {}  # what he has for himself, whichever side he gets
    rated: bool = False
    provisional: bool = False  # of the rating


def window(seek: Seek, now: int) -> int:
    """How far from his own rating an opponent may be."""
    return NARROW + WIDENING * max(0, now - seek.since) // SECOND


def wanted(seek: Seek) -> bytes:
    """The match that is wanted: only those who want the same one meet. What one has for himself is his own affair."""
    return _ENCODER.encode((seek.game, seek.rules, seek.clock, seek.legs, seek.options, seek.rated))


def fit(one: Seek, other: Seek, now: int) -> bool:
    """Whether the two may play each other."""
    return wanted(one) == wanted(other) and _near(one, other, now)


def pairs(seeks: Iterable[Seek], now: int) -> list[tuple[Seek, Seek]]:
    """The pairs to be made now: whoever has waited longest chooses first, the nearest rating among those who fit.

    Only those who want the same match are compared with each other.
    """
    waiting = [(seek, wanted(seek)) for seek in sorted(seeks, key=lambda seek: (seek.since, seek.id))]
    alike: defaultdict[bytes, deque[Seek]] = defaultdict(deque)
    for seek, match in waiting:
        alike[match].append(seek)
    paired: list[tuple[Seek, Seek]] = []
    taken: set[str] = set()
    for seek, match in waiting:
        alike[match].popleft()  # whoever waited longer has looked at him already
        if seek.account in taken:
            continue
        best = _nearest(seek, (other for other in alike[match] if other.account not in taken), now)
        if best is not None:
            paired.append((seek, best))
            taken |= {seek.account, best.account}
    return paired


def _nearest(seek: Seek, others: Iterable[Seek], now: int) -> Seek | None:
    near = (other for other in others if _near(seek, other, now))
    return min(near, key=lambda other: abs(other.rating - seek.rating), default=None)


def _near(one: Seek, other: Seek, now: int) -> bool:
    """Whether two different people are in each other's window."""
    if one.account == other.account:
        return False
    return abs(one.rating - other.rating) <= min(window(one, now), window(other, now))
