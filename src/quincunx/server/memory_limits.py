"""The usage of rate limits, counted in memory: for a process that runs alone or cannot reach the others."""

from __future__ import annotations

import itertools
from collections import OrderedDict, defaultdict
from collections.abc import Callable

from quincunx.server.identity import now as wall_clock
from quincunx.server.rate_limits import FORGET_AFTER, HOUR, SECOND, Allowance, Backoff, Count, RateLimits

MOST_KEYS = 20_000  # per limit
OLDEST = 16  # the number of oldest keys among which one is forgotten if there are too many


class MemoryLimits(RateLimits):
    """The usage in this process."""

    def __init__(self, now: Callable[[], int] = wall_clock) -> None:
        self._now = now
        self._failures: defaultdict[str, Failures] = defaultdict(Failures)
        self._uses: defaultdict[str, Uses] = defaultdict(Uses)

    async def attempt(self, *counts: Count) -> int:
        now = self._now()
        wait = max(self._failures[backoff.name].wait(backoff, key, now) for backoff, key in counts)
        if not wait:
            for backoff, key in counts:
                self._failures[backoff.name].add(key, now)
        return wait

    async def succeeded(self, first: Count, *others: Count) -> None:
        self._failures[first[0].name].forget(first[1])
        for backoff, key in others:
            self._failures[backoff.name].take_back(key)

    async def take(self, allowance: Allowance, key: str) -> bool:
        return self._uses[allowance.name].take(allowance, key, self._now())


class Failures:
    """The failures that count for one limit, by key."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[int, int]] = OrderedDict()  # how many, and the time of the last one

    def wait(self, backoff: Backoff, key: str, now: int) -> int:
        """The milliseconds left before the next attempt; 0 if it is allowed now."""
        count, last = self._recent(key, now)
        if count < backoff.free:
            return 0
        pause = min(backoff.longest, SECOND << min(count - backoff.free, 20))
        return max(0, last + pause - now)

    def add(self, key: str, now: int) -> None:
        """Count a failure."""
        count, _ = self._recent(key, now)
        self._known[key] = (count + 1, now)
        self._known.move_to_end(key)
        if len(self._known) > MOST_KEYS:
            self._forget_one()

    def forget(self, key: str) -> None:
        """Forget all failures."""
        self._known.pop(key, None)

    def take_back(self, key: str) -> None:
        """Take back one failure."""
        if key in self._known:
            count, last = self._known[key]
            self._known[key] = (count - 1, last)

    def _forget_one(self) -> None:
        """Forget the least used of the oldest keys, so that many new names do not displace a key with many failures."""
        quiet = itertools.islice(self._known, OLDEST)
        del self._known[min(quiet, key=lambda key: self._known[key][0])]

    def _recent(self, key: str, now: int) -> tuple[int, int]:
        count, last = self._known.get(key, (0, 0))
        return (count, last) if now - last < FORGET_AFTER else (0, 0)


class Uses:
    """The remaining uses of one allowance, by key."""

    def __init__(self) -> None:
        self._left: OrderedDict[str, tuple[float, int]] = OrderedDict()  # and since when

    def take(self, allowance: Allowance, key: str, now: int) -> bool:
        """Take one use; returns False if none is left."""
        left, since = self._left.get(key, (float(allowance.burst), now))
        left = min(float(allowance.burst), left + (now - since) * allowance.an_hour / HOUR)
        if left < 1:
            return False
        self._left[key] = (left - 1, now)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return True
