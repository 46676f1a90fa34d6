"""Lets each account do one thing at a time: what it asks for in the meantime waits for its turn."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from weakref import WeakValueDictionary

from quincunx.host.bus import Bus, MemoryBus


class AccountTurns:
    """A lock for each account."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn(self, account: str) -> AbstractAsyncContextManager[None]:
        """Wait for the account's turn, and hold it during the block."""
        lock = self._locks.get(account)
        if lock is None:
            lock = self._locks[account] = asyncio.Lock()
        return lock


def account_turns(bus: Bus, name: str) -> AccountTurns:
    """The turns of all processes on a bus; `name` says what for."""
    if isinstance(bus, MemoryBus):
        return AccountTurns()
    from quincunx.host.redis_bus import RedisBus
    from quincunx.host.redis_turns import RedisTurns

    assert isinstance(bus, RedisBus)
    return RedisTurns(bus, name)
