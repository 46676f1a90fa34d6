"""Rate limits: a wait that doubles with each failure, and an hourly allowance.

Written by hand, because rate-limiting libraries count requests in a window of time. Here the wait grows with every
wrong guess and ends with a right one, and memory is bounded no matter how many names an attacker invents.

The limits themselves are data. Their usage is counted in memory (`memory_limits`), or in Redis for all processes of a
site together (`redis_limits`).
"""

from __future__ import annotations

import ipaddress
from abc import ABC, abstractmethod
from typing import NamedTuple

SECOND = 1000
HOUR = 60 * 60 * SECOND
LONGEST_WAIT = 15 * 60 * SECOND
FORGET_AFTER = HOUR  # since the last failure


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


class Backoff(NamedTuple):
    """After some free failures, each further one doubles the wait, up to the longest."""

    name: str
    free: int
    longest: int = LONGEST_WAIT


class Allowance(NamedTuple):
    """A number of uses per hour, of which no more than `burst` at once."""

    name: str
    an_hour: int
    burst: int

    @property
    def seconds(self) -> int:
        """The time until one more use is available."""
        return -(-HOUR // SECOND // self.an_hour)


Count = tuple[Backoff, str]  # failures of one key


class RateLimits(ABC):
    """How much of the limits has been used, by key."""

    @abstractmethod
    async def attempt(self, *counts: Count) -> int:
        """Count an attempt as a failure for all limits or none; returns the milliseconds to wait if it is too soon.

        It is counted in advance, so that parallel attempts are limited too.
        """

    @abstractmethod
    async def succeeded(self, first: Count, *others: Count) -> None:
        """After a success, forget all failures of the first count, and take back one of each other count."""

    @abstractmethod
    async def take(self, allowance: Allowance, key: str) -> bool:
        """Take one use; returns False if none is left."""
