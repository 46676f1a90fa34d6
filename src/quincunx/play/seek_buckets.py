"""The waiting seeks in buckets. A bucket holds the seeks for the same match, and only these can be paired.

A bucket is examined when a seek is added to it, or when the windows have widened enough for two of its seeks. As long
as neither happens, a round costs nothing, no matter how many seeks are waiting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from itertools import chain
from operator import attrgetter

from quincunx.play.clocks import SECOND
from quincunx.play.pairing import NARROW, WIDENING, Seek, pairs

_BY_RATING = attrgetter("rating")
_AT_ONCE = -(1 << 62)  # before any time


class Buckets:
    """The waiting seeks, and when the next of them may be paired."""

    def __init__(self) -> None:
        self._seeks: dict[str, Seek] = {}
        self._accounts: defaultdict[str, set[str]] = defaultdict(set)  # the seeks of each account
        self._buckets: defaultdict[bytes, dict[str, Seek]] = defaultdict(dict)
        self._due: dict[bytes, int] = {}
        self._heap: list[tuple[int, bytes]] = []  # may contain outdated times; those in `_due` count

    def __len__(self) -> int:
        return len(self._seeks)

    def __contains__(self, id: str) -> bool:
        return id in self._seeks

    def add(self, seek: Seek) -> None:
        """Add a seek."""
        self._seeks[seek.id] = seek
        self._accounts[seek.account].add(seek.id)
        self._buckets[seek.match][seek.id] = seek
        self._schedule(seek.match, _AT_ONCE)

    def remove(self, id: str) -> Seek | None:
        """Remove a seek and return it; None if there is no such seek."""
        seek = self._seeks.pop(id, None)
        if seek is not None:
            del self._buckets[seek.match][id]
            if not self._buckets[seek.match]:
                del self._buckets[seek.match]
                self._due.pop(seek.match, None)
            self._accounts[seek.account].discard(id)
            if not self._accounts[seek.account]:
                del self._accounts[seek.account]
        return seek

    def remove_account(self, account: str) -> None:
        """Remove all seeks of an account."""
        for id in tuple(self._accounts.get(account, ())):
            self.remove(id)

    def due(self) -> int | None:
        """When to look for pairs again, if no seek is added; None if that would find nothing."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take_pairs(self, now: int, most: int) -> list[tuple[Seek, Seek]]:
        """Return the next pairs, up to a limit. All seeks of both players are removed, because they will play."""
        ripe = self._ripe(now)
        if not ripe:
            return []
        found = pairs(chain.from_iterable(self._buckets[key].values() for key in ripe), now, most)
        for seek in chain.from_iterable(found):
            self.remove_account(seek.account)
        for key in ripe:
            if key in self._buckets:
                due = _AT_ONCE if len(found) == most else earliest(self._buckets[key].values())
                if due is not None:
                    self._schedule(key, due)
        return found

    def _ripe(self, now: int) -> list[bytes]:
        """Remove and return the buckets that may contain pairs now from those that are due."""
        ripe: list[bytes] = []
        while (due := self.due()) is not None and due <= now:
            key = heappop(self._heap)[1]
            del self._due[key]
            ripe.append(key)
        return ripe

    def _schedule(self, key: bytes, due: int) -> None:
        if self._due.get(key) != due:
            self._due[key] = due
            heappush(self._heap, (due, key))


def earliest(alike: Collection[Seek]) -> int | None:
    """When the first two of these seeks, all for the same match, are within each other's windows; None if never.

    The later seek of a pair decides, and those nearest in rating come into its window first. So the seeks are taken
    out of the list sorted by rating, the latest first, and each is compared with its remaining neighbours.
    """
    row = sorted(alike, key=_BY_RATING)
    if len(row) < 2:
        return None
    before, after = list(range(-1, len(row) - 1)), list(range(1, len(row) + 1))
    found: int | None = None
    for place in sorted(range(len(row)), key=lambda place: row[place].since, reverse=True):
        down, up = before[place], after[place]
        if down >= 0:
            after[down] = up
        if up < len(row):
            before[up] = down
        for gap in _gaps(row, place, before, after):
            at = row[place].since + max(0, -(-(gap - NARROW) * SECOND // WIDENING))
            found = at if found is None else min(found, at)
    return found


def _gaps(row: list[Seek], place: int, before: list[int], after: list[int]) -> Iterable[int]:
    """The distances to the nearest ratings above and below among the remaining seeks of other accounts."""
    account, rating = row[place].account, row[place].rating
    down, up = before[place], after[place]
    while down >= 0 and row[down].account == account:
        down = before[down]
    while up < len(row) and row[up].account == account:
        up = after[up]
    if down >= 0:
        yield rating - row[down].rating
    if up < len(row):
        yield row[up].rating - rating
