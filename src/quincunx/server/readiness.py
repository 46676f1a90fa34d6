"""Checks whether the server is ready, at most once a second however often it is asked."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from sqlalchemy import text

from quincunx.store.store import Store

log = logging.getLogger("quincunx.server")

FRESH = 1.0  # seconds for which a result is reused
PATIENCE = 5.0  # seconds for the database to answer
READY = "ready"  # a row that is never claimed, written only to check that writing works

STOPPING = "The server is stopping."
IDLE = "Clocks and bots are not running."
UNREAD = "The database cannot be read."
UNWRITTEN = "The database cannot be written to."


class Working(Protocol):
    """The background work of a process."""

    stopping: bool

    @property
    def at_work(self) -> bool:
        """Whether all background tasks are running."""


class Readiness:
    """Finds what keeps the server or a worker from being ready."""

    def __init__(self, store: Store, working: Working, now: Callable[[], int]) -> None:
        self._store = store
        self._working = working
        self._now = now
        self._checking: asyncio.Task[list[str]] | None = None
        self._checked_at = 0.0
        self._known: list[str] = []  # the faults that have been logged

    async def faults(self) -> list[str]:
        """The current faults, as sentences; empty if the server is ready."""
        checking = self._checking
        if checking is None or (checking.done() and time.monotonic() - self._checked_at >= FRESH):
            checking = self._checking = asyncio.create_task(self._check())
        found = await asyncio.shield(checking)
        return [STOPPING, *found] if self._working.stopping else found

    async def _check(self) -> list[str]:
        found = [] if self._working.at_work else [IDLE]
        if not await self._answers(self._store.read(lambda unit: unit.connection.execute(text("SELECT 1")).scalar())):
            found.append(UNREAD)
        elif not await self._answers(self._store.write(lambda unit: unit.jobs.put(READY, READY, self._now()))):
            found.append(UNWRITTEN)
        self._checked_at = time.monotonic()
        if found != self._known:
            log.log(logging.ERROR if found else logging.INFO, "readiness", extra={"faults": found})
        self._known = found
        return found

    async def _answers(self, work: Awaitable[object]) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await work
        except Exception:  # any error means that it does not work
            log.debug("not ready", exc_info=True)
            return False
        return True
