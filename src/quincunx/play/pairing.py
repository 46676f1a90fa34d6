"""Pairing players in the pool: they must want the same match, and their ratings must be close enough.

Each player accepts opponents within a window around their own rating, which widens while they wait. Two players can
only be paired if each is in the other's window.
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

USUAL_CLOCK = Fischer(300, 3)  # for games without a default clock, so that everybody asks for the same one
NARROW = 100  # initial size of the window, in rating points
WIDENING = 15  # points added for every second of waiting

FAR = 1 << 30  # points: larger than any window

_ORDER = attrgetter("since", "id")
_ENCODER = msgspec.json.Encoder(order="deterministic")


class Seek(Struct, frozen=True, dict=True):
    """A player waiting for an opponent, what they want to play, and since when they have been waiting."""

    id: str
    account: str
    game: str
    clock: Clock
    rating: int
    since: int
    legs: Legs = 1
    options: dict[str, Any] = {}  # non-default options that apply to both players
    own: dict[str, str] = {}  # non-default options for this player alone, whichever side they get
    rated: bool = False
    provisional: bool = False  # of the rating

    @cached_property
    def match(self) -> bytes:
        """The wanted match, encoded as one value because it is compared every second."""
        return _ENCODER.encode((self.game, self.clock, self.legs, self.options, self.rated))


def window(seek: Seek, now: int) -> int:
    """How far an opponent's rating may be from the player's own."""
    return NARROW + WIDENING * max(0, now - seek.since) // SECOND


def wanted(seek: Seek) -> bytes:
    """The wanted match, without the options for the player alone. Only players who want the same match are paired."""
    return seek.match


def fit(one: Seek, other: Seek, now: int) -> bool:
    """Whether the two can be paired."""
    return wanted(one) == wanted(other) and _near(one, other, now)


def pairs(seeks: Iterable[Seek], now: int, most: int | None = None) -> list[tuple[Seek, Seek]]:
    """The pairs to form now: the longest-waiting player comes first and gets the possible opponent nearest in rating.

    Only players who want the same match are compared with each other, and of these only the nearest by rating.
    `most` limits the number of pairs; the first ones are returned.
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
    """The players who want the same match, split into rating groups too far apart for anyone's window to bridge."""
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
    """Players who want the same match, by rating, and in order of arrival within each rating."""

    def __init__(self, seeks: list[Seek]) -> None:
        self._groups: defaultdict[int, deque[Seek]] = defaultdict(deque)
        for seek in sorted(seeks, key=_ORDER):
            self._groups[seek.rating].append(seek)
        self._ratings = sorted(self._groups)  # there may be nobody left at some of them

    def choose(self, seek: Seek, taken: set[str], now: int) -> Seek | None:
        """The opponent for the player who arrived first, who is removed from the row; None if there is none."""
        group = self._groups[seek.rating]
        if group and group[0] is seek:
            group.popleft()
        if seek.account in taken:
            return None
        return self._first(seek.rating, seek, taken, now) or self._nearest(seek, taken, now)

    def _nearest(self, seek: Seek, taken: set[str], now: int) -> Seek | None:
        """The available opponent with the nearest different rating; of two equally near, the one who arrived first."""
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
        """The first available opponent with that rating, if in the window.

        Later arrivals have narrower windows, so they need not be checked.
        """
        group = self._groups[rating]
        while group and group[0].account in taken:
            group.popleft()
        for other in group:
            if other.account != seek.account and other.account not in taken:
                return other if _near(seek, other, now) else None
        return None


def _near(one: Seek, other: Seek, now: int) -> bool:
    """Whether these are two different accounts in each other's window."""
    if one.account == other.account:
        return False
    return abs(one.rating - other.rating) <= min(window(one, now), window(other, now))
