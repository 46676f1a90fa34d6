"""Observes whether a site has workers, for the log of a server that leaves work to them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from quincunx.store.store import Store

log = logging.getLogger("quincunx.server")

EVERY = 10.0  # seconds


class WorkerWatch:
    """Logs when there are no workers, and when there are some again."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._known: int | None = None

    async def run(self) -> None:
        """Count the workers regularly until cancelled."""
        while True:
            try:
                await self._count()
            except Exception as error:
                log.warning("workers not counted", extra={"reason": str(error)})
            await asyncio.sleep(EVERY)

    async def _count(self) -> None:
        living = await self._store.read(lambda unit: unit.processes.living(self._now()))
        workers = sum(process.kind == "worker" for process in living)
        if workers != self._known:
            log.log(logging.INFO if workers else logging.WARNING, "workers", extra={"count": workers})
        self._known = workers
