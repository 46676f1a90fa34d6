"""Slowing down those who try too often, by where they come from: what a stranger does elsewhere never locks me out."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Hashable

SECOND = 1000
MOST_KEYS = 20_000
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


class Slowdown:
    """After some free failures, each further one doubles the wait."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._failures: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()  # how many, and when the last was

    def wait(self, key: Hashable, now: int) -> int:
        """How many milliseconds are left before the next try; 0: now."""
        count, last = self._recent(key, now)
        if count < self._free:
            return 0
        pause = min(LONGEST_WAIT, SECOND << min(count - self._free, 20))
        return max(0, last + pause - now)

    def failed(self, key: Hashable, now: int) -> None:
        """Count a failure."""
        count, _ = self._recent(key, now)
        self._failures[key] = (count + 1, now)
        self._failures.move_to_end(key)
        if len(self._failures) > MOST_KEYS:
            self._failures.popitem(last=False)

    def forgive(self, key: Hashable) -> None:
        """It was the right password: what came before is forgotten."""
        self._failures.pop(key, None)

    def relent(self, key: Hashable) -> None:
        """One failure was none."""
        if key in self._failures:
            count, last = self._failures[key]
            self._failures[key] = (count - 1, last)

    def _recent(self, key: Hashable, now: int) -> tuple[int, int]:
        count, last = self._failures.get(key, (0, 0))
        return (count, last) if now - last < FORGET_AFTER else (0, 0)


class Allowance:
    """So many an hour, used up at once or bit by bit."""

    def __init__(self, an_hour: int) -> None:
        self._an_hour = an_hour
        self._left: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def take(self, key: Hashable, now: int) -> bool:
        """Use one, if there is one left."""
        left, since = self._left.get(key, (float(self._an_hour), now))
        left = min(float(self._an_hour), left + (now - since) * self._an_hour / HOUR)
        if left < 1:
            return False
        self._left[key] = (left - 1, now)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return True
