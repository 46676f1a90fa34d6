"""Tracks how much of the bots' time each account has used lately. Whoever has used least comes first.

Guests who come from one network count together first, since one person can be any number of them; then each by itself.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")

HALF_LIFE = 60.0  # seconds: after that, what was used counts half
MOST_KNOWN = 20_000  # accounts and networks


class FairShares:
    """Seconds that were used, which count less and less."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when they were so many
        self._networks: OrderedDict[str, str] = OrderedDict()  # of guests

    def came(self, guest: str, network: str) -> None:
        """A guest is there, from that network."""
        _keep(self._networks, guest, f"@{network}")

    def used(self, account: str) -> tuple[float, float]:
        """What counts: what the network of a guest has used, or else the account; then what the account has."""
        return self.all_used([account])[account]

    def all_used(self, accounts: Collection[str]) -> dict[str, tuple[float, float]]:
        """The same for several accounts, all at one moment: guests of one network have used the same there."""
        now = self._clock()
        parties = {account: self._networks.get(account, account) for account in accounts}
        return {account: (self._left(party, now), self._left(account, now)) for account, party in parties.items()}

    def charge(self, account: str, seconds: float) -> None:
        """So much was used; below zero, what was counted before was too much."""
        now = self._clock()
        for key in {account, self._networks.get(account, account)}:
            _keep(self._used, key, (max(0.0, self._left(key, now) + seconds), now))

    def _left(self, key: str, now: float) -> float:
        seconds, at = self._used.get(key, (0.0, 0.0))
        return seconds * 0.5 ** ((now - at) / HALF_LIFE) if seconds else 0.0


def _keep(known: OrderedDict[str, T], key: str, value: T) -> None:
    """Remember it; beyond measure the one that was touched longest ago is forgotten."""
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST_KNOWN:
        known.popitem(last=False)


class ShareQueue:
    """So many at once. Of those who wait, whoever has used least lately comes next."""

    def __init__(self, shares: FairShares, most: int) -> None:
        self._shares = shares
        self._free = most
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, account: str) -> AsyncIterator[None]:
        """One's turn; how long it took is charged."""
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
            elif not waiting[1].cancelled():  # it was its turn at that very moment
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
