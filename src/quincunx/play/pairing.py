"""Who plays whom in the pool: those who want the same match, and whose ratings are near enough.

Near enough is a window around each player's rating, which widens while he waits; both must be in the other's.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct

from quincunx.play.clocks import SECOND, Clock, Fischer
from quincunx.play.legs import Legs

USUAL_CLOCK = Fischer(300, 3)  # where the game has none of its own: everybody should want the same
NARROW = 100  # points of difference that are fine at once
WIDENING = 15  # points more for every second of waiting

FAR = 1 << 30  # points: beyond every window

_ORDER = attrgetter("since", "id")
_ENCODER = msgspec.json.Encoder(order="deterministic")


class Seek(Struct, frozen=True, dict=True):
    """Somebody who wants to play, and since when."""

    id: str
    account: str
    game: str
    clock: Clock
    rating: int
    since: int
    legs: Legs = 1
    options: dict[str, Any] = {}  # those that differ from the usual ones and are the same for both
    own: dict[str, str] = {}  # what he has for himself, whichever side he gets
    rated: bool = False
    provisional: bool = False  # of the rating

    @cached_property
    def match(self) -> bytes:
        """What is wanted, in one piece: it is compared every second."""
        return _ENCODER.encode((self.game, self.clock, self.legs, self.options, self.rated))


def window(seek: Seek, now: int) -> int:
    """How far from his own rating an opponent may be."""
    return NARROW + WIDENING * max(0, now - seek.since) // SECOND


def wanted(seek: Seek) -> bytes:
    """The match that is wanted: only those who want the same one meet. What one has for himself is his own affair."""
    return seek.match


def fit(one: Seek, other: Seek, now: int) -> bool:
    """Whether the two may play each other."""
    return wanted(one) == wanted(other) and _near(one, other, now)


def pairs(seeks: Iterable[Seek], now: int, most: int | None = None) -> list[tuple[Seek, Seek]]:
    """The pairs to be made now: whoever has waited longest chooses first, the nearest rating among those who fit.

    Only those who want the same match are compared with each other, and of those only the nearest by rating.
    `most` is how many pairs are wanted, the first of all.
    """
    alike: defaultdict[bytes, list[Seek]] = defaultdict(list)
    for seek in seeks:
        alike[seek.match].append(seek)
    groups = [near for some in alike.values() for near in _within_reach(some, now) if len(near) > 1]
    choosing = sorted((seek for group in groups for seek in group), key=_ORDER)
    rows = {seek.id: row for group in groups for row in (Row(group),) for seek in group}
    paired: list[tuple[Seek, Seek]] = []
    taken: set[str] = set()
    for seek in choosing:
        if len(paired) == most:
            break
        best = rows[seek.id].choose(seek, taken, now)
        if best is not None:
            paired.append((seek, best))
            taken.update((seek.account, best.account))
    return paired


def _within_reach(alike: list[Seek], now: int) -> Iterable[list[Seek]]:
    """Those who want the same match, in groups by rating between which nobody's window reaches."""
    if len(alike) == 1:
        return [alike]
    widest = window(min(alike, key=_ORDER), now)
    ratings = sorted({seek.rating for seek in alike})
    gaps = [high for low, high in pairwise(ratings) if high - low > widest]
    if not gaps:
        return [alike]
    groups: defaultdict[int, list[Seek]] = defaultdict(list)
    for seek in alike:
        groups[bisect_right(gaps, seek.rating)].append(seek)
    return groups.values()


class Row:
    """Those who want the same match, by rating, and those of a rating in the order in which they came."""

    def __init__(self, seeks: list[Seek]) -> None:
        self._groups: defaultdict[int, deque[Seek]] = defaultdict(deque)
        for seek in sorted(seeks, key=_ORDER):
            self._groups[seek.rating].append(seek)
        self._ratings = sorted(self._groups)  # of some, nobody may be left

    def choose(self, seek: Seek, taken: set[str], now: int) -> Seek | None:
        """Whom the one who came first wants to play; those after him need not look at him."""
        group = self._groups[seek.rating]
        if group and group[0] is seek:
            group.popleft()
        if seek.account in taken:
            return None
        return self._first(seek.rating, seek, taken, now) or self._nearest(seek, taken, now)

    def _nearest(self, seek: Seek, taken: set[str], now: int) -> Seek | None:
        """Of those of another rating who are not taken and fit, the nearest; of two as near, who came first."""
        widest, ratings = window(seek, now), self._ratings
        above, below = bisect_right(ratings, seek.rating), bisect_left(ratings, seek.rating) - 1
        empty: list[int] = []
        best: Seek | None = None
        while best is None:
            up = ratings[above] - seek.rating if above < len(ratings) else FAR
            down = seek.rating - ratings[below] if below >= 0 else FAR
            if min(up, down) > widest:
                break
            at = []
            if up <= down:
                at.append(ratings[above])
                above += 1
            if down <= up:
                at.append(ratings[below])
                below -= 1
            found = [other for rating in at if (other := self._first(rating, seek, taken, now)) is not None]
            best = min(found, key=_ORDER, default=None)
            empty += [rating for rating in at if not self._groups[rating]]
        for rating in empty:
            del ratings[bisect_left(ratings, rating)]
        return best

    def _first(self, rating: int, seek: Seek, taken: set[str], now: int) -> Seek | None:
        """The first of that rating whom one may play. Who came later is content with less: one look is enough."""
        group = self._groups[rating]
        while group and group[0].account in taken:
            group.popleft()
        for other in group:
            if other.account != seek.account and other.account not in taken:
                return other if _near(seek, other, now) else None
        return None


def _near(one: Seek, other: Seek, now: int) -> bool:
    """Whether two different people are in each other's window."""
    if one.account == other.account:
        return False
    return abs(one.rating - other.rating) <= min(window(one, now), window(other, now))
