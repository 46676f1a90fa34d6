"""Heartbeats. The time between the last one and the next start is an outage, and no match's clock counts it.

Neither does any clock count the time in which a server was there but did not run.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from quincunx.host.host_clock import SHORTEST, Gap
from quincunx.host.jobs import outbox
from quincunx.host.referee import Referee
from quincunx.play.commands import Resume
from quincunx.store.store import Store

log = logging.getLogger("quincunx.host")

ALIVE = "alive"  # a row that nobody claims: its time is when a server was last there
EVERY = 1.0  # seconds between signs of life
AT_ONCE = 100  # matches whose clocks are put right together


class Outages:
    """Notes that the server is there, and for how long there was none."""

    def __init__(self, store: Store, referee: Referee, now: Callable[[], int], gaps: Sequence[Gap] = ()) -> None:
        self._store = store
        self._referee = referee
        self._now = now
        self._gaps = gaps
        self._good = 0  # every gap up to that time has been seen to

    async def make_good(self) -> None:
        """Let the running clocks not count the time since the last sign of life."""
        seen, now = await self._store.read(lambda unit: unit.jobs.due(ALIVE, ALIVE)), self._now()
        if seen is not None and now - seen >= SHORTEST:
            await self._resume_all(Gap(seen, now))
        await self.sign()

    async def _resume_all(self, gap: Gap) -> None:
        clocked = await self._store.read(lambda unit: unit.jobs.subjects(outbox.FLAG))
        log.info("outage", extra={"ms": gap.until - gap.since, "matches": len(clocked)})
        for first in range(0, len(clocked), AT_ONCE):
            some = clocked[first : first + AT_ONCE]
            await asyncio.gather(*(self._resume(match, gap) for match in some))

    async def _resume(self, match: str, gap: Gap) -> None:
        """One match that cannot be read is no reason not to go on for all the others."""
        try:
            await self._referee.settle(match, Resume(*gap))
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
                await self.look_back()
                await self.sign()
            except Exception:
                log.exception("sign of life")

    async def look_back(self) -> None:
        """Tell of the gaps, so that everybody sees the right time; who asks first in a match has it told there."""
        self._now()
        for gap in [gap for gap in tuple(self._gaps) if gap.until > self._good]:
            await self._resume_all(gap)
            self._good = gap.until
