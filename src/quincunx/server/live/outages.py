"""Signs of life: what lies between the last one and the next start is an outage, which no clock counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from quincunx.play.commands import Resume
from quincunx.server.live import chores
from quincunx.server.live.referee import Referee
from quincunx.store.store import Store

log = logging.getLogger("quincunx.live")

ALIVE = "alive"  # a row that nobody claims: its time is when a server was last there
EVERY = 1.0  # seconds between signs of life
SHORTEST = 2_000  # milliseconds: nothing that the signs could show
AT_ONCE = 100  # matches whose clocks are put right together


class Outages:
    """Notes that the server is there, and at its start for how long there was none."""

    def __init__(self, store: Store, referee: Referee, now: Callable[[], int]) -> None:
        self._store = store
        self._referee = referee
        self._now = now

    async def make_good(self) -> None:
        """Let the running clocks not count the time since the last sign of life."""
        seen = await self._store.read(lambda unit: unit.jobs.due(ALIVE, ALIVE))
        if seen is not None and self._now() - seen >= SHORTEST:
            clocked = await self._store.read(lambda unit: unit.jobs.subjects(chores.FLAG))
            log.info("outage", extra={"ms": self._now() - seen, "matches": len(clocked)})
            for first in range(0, len(clocked), AT_ONCE):
                some = clocked[first : first + AT_ONCE]
                await asyncio.gather(*(self._resume(match, seen) for match in some))
        await self.sign()

    async def _resume(self, match: str, seen: int) -> None:
        """One match that cannot be read is no reason not to start for all the others."""
        try:
            await self._referee.settle(match, Resume(seen))
        except Exception:
            log.exception("not resumed", extra={"subject": match})

    async def sign(self) -> None:
        """The server is there."""
        now = self._now()
        await self._store.write(lambda unit: unit.jobs.put(ALIVE, ALIVE, now))

    async def run(self) -> None:
        """Give signs of life until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.sign()
            except Exception:
                log.exception("sign of life")
