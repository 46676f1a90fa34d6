"""Turns of accounts in a whole site: a lock in Redis for each account that has something under way.

A lock expires unless it is renewed, so an account does not wait for a process that has died. While Redis is
unreachable, each process has turns of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from redis.asyncio.lock import Lock

from quincunx.host.account_turns import AccountTurns
from quincunx.host.cancellation import cancel_all
from quincunx.host.redis_bus import FAULTS, PREFIX, RedisBus

log = logging.getLogger("quincunx.host")

LASTS = 6.0  # seconds until a lock expires that is not renewed
RENEWED_EVERY = 2.0  # seconds
TRIED_EVERY = 0.2  # seconds, while another process holds the lock


class RedisTurns(AccountTurns):
    """A lock for each account in this process, then one for the whole site."""

    def __init__(self, bus: RedisBus, name: str) -> None:
        super().__init__()
        self._bus = bus
        self._name = name

    @asynccontextmanager
    async def turn(self, account: str) -> AsyncIterator[None]:
        """Wait for the account's turn, and hold it during the block."""
        async with super().turn(account):
            lock = await self._locked(account)
            renewing = asyncio.create_task(_renew(lock))
            try:
                yield
            finally:
                await cancel_all([renewing])
                with suppress(*FAULTS):
                    await lock.release()

    async def _locked(self, account: str) -> Lock:
        """The account's lock in Redis, held if Redis answers."""
        name = f"{PREFIX}turn:{self._name}:{account}"
        lock = self._bus.client.lock(name, timeout=LASTS, sleep=TRIED_EVERY, thread_local=False)
        if self._bus.is_connected:
            try:
                await lock.acquire()
            except FAULTS as error:
                log.warning("turns alone", extra={"reason": f"{type(error).__name__}: {error}"})
        return lock


async def _renew(lock: Lock) -> None:
    """Renew a lock until cancelled. One that has expired meanwhile is not taken again: another process may have it."""
    while True:
        await asyncio.sleep(RENEWED_EVERY)
        with suppress(*FAULTS):
            await lock.reacquire()
