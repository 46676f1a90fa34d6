"""Tracks how much of the bots' time each account has used recently. The account that has used least comes first.

Guests from one network are first compared as a group, because one person can create any number of guests; then each
guest is compared individually.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import TypeVar

from quincunx.host.bus import Bus, MemoryBus

T = TypeVar("T")

HALF_LIFE = 60.0  # seconds after which past usage counts half
MOST_KNOWN = 20_000  # accounts and networks


class FairShares:
    """The seconds that each account has used, which decay over time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when they were updated
        self._networks: OrderedDict[str, str] = OrderedDict()  # by guest

    def note_network(self, guest: str, network: str) -> None:
        """Note the network that a guest comes from."""
        _keep(self._networks, guest, f"@{network}")

    def used(self, account: str) -> tuple[float, float]:
        """The usage to compare by: that of the guest's network (or of the account), then that of the account."""
        return self.all_used([account])[account]

    def all_used(self, accounts: Collection[str]) -> dict[str, tuple[float, float]]:
        """The same for several accounts at the same moment, so that guests of one network have equal network usage."""
        now = self._clock()
        parties = {account: self._networks.get(account, account) for account in accounts}
        return {account: (self._left(party, now), self._left(account, now)) for account, party in parties.items()}

    async def read(self, accounts: Collection[str]) -> dict[str, tuple[float, float]]:
        """The same, as far as the processes of the site know together."""
        return self.all_used(accounts)

    def charge(self, account: str, seconds: float) -> None:
        """Add to an account's usage; a negative number corrects an overestimate."""
        now = self._clock()
        for key in {account, self._networks.get(account, account)}:
            _keep(self._used, key, (max(0.0, self._left(key, now) + seconds), now))

    def _left(self, key: str, now: float) -> float:
        seconds, at = self._used.get(key, (0.0, 0.0))
        return seconds * 0.5 ** ((now - at) / HALF_LIFE) if seconds else 0.0


def shares_of(bus: Bus) -> FairShares:
    """The shares of all processes on a bus."""
    if isinstance(bus, MemoryBus):
        return FairShares()
    from quincunx.host.redis_bus import RedisBus
    from quincunx.host.redis_shares import RedisShares

    assert isinstance(bus, RedisBus)
    return RedisShares(bus)


def _keep(known: OrderedDict[str, T], key: str, value: T) -> None:
    """Remember a value; if there are too many, forget the least recently used one."""
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST_KNOWN:
        known.popitem(last=False)


class ShareQueue:
    """Admits a limited number at once. Among those waiting, the account that has used least recently comes next."""

    def __init__(self, shares: FairShares, most: int) -> None:
        self._shares = shares
        self._free = most
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, account: str) -> AsyncIterator[None]:
        """Wait for the account's turn, and charge the time that the block takes."""
        await self._take(account)
        began = time.monotonic()
        try:
            yield
        finally:
            self._shares.charge(account, time.monotonic() - began)
            self._pass_on()

    async def _take(self, account: str) -> None:
        if self._free:
            self._free -= 1
            return
        waiting = account, asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting[1]
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            elif not waiting[1].cancelled():  # it was admitted at the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            used = self._shares.all_used([account for account, _ in self._waiting])
            first = min(self._waiting, key=lambda waiting: used[waiting[0]])
            self._waiting.remove(first)
            if not first[1].done():
                first[1].set_result(None)
                return
        self._free += 1
