"""Rate limits: a wait that doubles with each failure, and an hourly allowance.

Written by hand, because rate-limiting libraries count requests in a window of time. Here the wait grows with every
wrong guess, a right one ends it, and memory is bounded, whatever names somebody makes up.
"""

from __future__ import annotations

import ipaddress
import itertools
from collections import OrderedDict
from collections.abc import Hashable

SECOND = 1000
MOST_KEYS = 20_000
OLDEST = 16  # keys of which one is forgotten where there are too many
LONGEST_WAIT = 15 * 60 * SECOND
FORGET_AFTER = 60 * 60 * SECOND
HOUR = 60 * 60 * SECOND


def network(address: str) -> str:
    """Who is behind an address: one house has billions of IPv6 addresses, so the first half counts."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:  # so a socket for both names those who come by IPv4
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))


class Backoff:
    """After some free failures, each further one doubles the wait, up to the longest."""

    def __init__(self, free: int, longest: int = LONGEST_WAIT) -> None:
        self._free = free
        self._longest = longest
        self._failures: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()  # how many, and when the last was

    def wait(self, key: Hashable, now: int) -> int:
        """How many milliseconds are left before the next try; 0: now."""
        count, last = self._recent(key, now)
        if count < self._free:
            return 0
        pause = min(self._longest, SECOND << min(count - self._free, 20))
        return max(0, last + pause - now)

    def failed(self, key: Hashable, now: int) -> None:
        """Count a failure."""
        count, _ = self._recent(key, now)
        self._failures[key] = (count + 1, now)
        self._failures.move_to_end(key)
        if len(self._failures) > MOST_KEYS:
            self._forget_one()

    def forgive(self, key: Hashable) -> None:
        """It was the right password: what came before is forgotten."""
        self._failures.pop(key, None)

    def relent(self, key: Hashable) -> None:
        """One failure was none."""
        if key in self._failures:
            count, last = self._failures[key]
            self._failures[key] = (count - 1, last)

    def _forget_one(self) -> None:
        """Of the quietest, the one with the fewest failures: many new names push no old one out."""
        quiet = itertools.islice(self._failures, OLDEST)
        del self._failures[min(quiet, key=lambda key: self._failures[key][0])]

    def _recent(self, key: Hashable, now: int) -> tuple[int, int]:
        count, last = self._failures.get(key, (0, 0))
        return (count, last) if now - last < FORGET_AFTER else (0, 0)


class Allowance:
    """So many an hour; of them, no more at once than the burst."""

    def __init__(self, an_hour: int, burst: int | None = None) -> None:
        self._an_hour = an_hour
        self._burst = float(an_hour if burst is None else burst)
        self._left: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    @property
    def seconds(self) -> int:
        """How long it takes until there is one more."""
        return -(-HOUR // SECOND // self._an_hour)

    def take(self, key: Hashable, now: int) -> bool:
        """Use one, if there is one left."""
        left, since = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._an_hour / HOUR)
        if left < 1:
            return False
        self._left[key] = (left - 1, now)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return True
