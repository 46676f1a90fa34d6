"""Rate limits: a wait that doubles with each failure, and an hourly allowance.

Written by hand, because rate-limiting libraries count requests in a window of time. Here the wait grows with every
wrong guess, a right one ends it, and memory is bounded, whatever names an attacker invents.
"""

from __future__ import annotations

import ipaddress
import itertools
from collections import OrderedDict
from collections.abc import Hashable

SECOND = 1000
MOST_KEYS = 20_000
OLDEST = 16  # the number of oldest keys among which one is forgotten if there are too many
LONGEST_WAIT = 15 * 60 * SECOND
FORGET_AFTER = 60 * 60 * SECOND
HOUR = 60 * 60 * SECOND


def network(address: str) -> str:
    """The network of an address: the first half of an IPv6 address, because one household has billions of them."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:  # a dual-stack socket reports IPv4 clients like this
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))


class Backoff:
    """After some free failures, each further one doubles the wait, up to the longest."""

    def __init__(self, free: int, longest: int = LONGEST_WAIT) -> None:
        self._free = free
        self._longest = longest
        self._failures: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()  # how many, and when the last one was

    def wait(self, key: Hashable, now: int) -> int:
        """The milliseconds left before the next attempt; 0 if it is allowed now."""
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
        """Forget all failures, after a success."""
        self._failures.pop(key, None)

    def relent(self, key: Hashable) -> None:
        """Take back one failure."""
        if key in self._failures:
            count, last = self._failures[key]
            self._failures[key] = (count - 1, last)

    def _forget_one(self) -> None:
        """Forget, of the oldest keys, the one with the fewest failures, so that many new names do not displace it."""
        quiet = itertools.islice(self._failures, OLDEST)
        del self._failures[min(quiet, key=lambda key: self._failures[key][0])]

    def _recent(self, key: Hashable, now: int) -> tuple[int, int]:
        count, last = self._failures.get(key, (0, 0))
        return (count, last) if now - last < FORGET_AFTER else (0, 0)


class Allowance:
    """A number of uses per hour, of which no more than `burst` at once."""

    def __init__(self, an_hour: int, burst: int | None = None) -> None:
        self._an_hour = an_hour
        self._burst = float(an_hour if burst is None else burst)
        self._left: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    @property
    def seconds(self) -> int:
        """The time until one more use is available."""
        return -(-HOUR // SECOND // self._an_hour)

    def take(self, key: Hashable, now: int) -> bool:
        """Take one use; returns False if none is left."""
        left, since = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._an_hour / HOUR)
        if left < 1:
            return False
        self._left[key] = (left - 1, now)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return True
