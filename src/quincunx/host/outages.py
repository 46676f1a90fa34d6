"""Heartbeats. The time between the last one and the next start is an outage, which no match's clock counts.

Clocks also do not count gaps, in which the server existed but did not run.
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

ALIVE = "alive"  # a row that is never claimed: its time is the last heartbeat of any server
EVERY = 1.0  # seconds between heartbeats
AT_ONCE = 100  # matches whose clocks are corrected together


class Outages:
    """Writes heartbeats, and corrects the clocks after outages and gaps."""

    def __init__(self, store: Store, referee: Referee, now: Callable[[], int], gaps: Sequence[Gap] = ()) -> None:
        self._store = store
        self._referee = referee
        self._now = now
        self._gaps = gaps
        self._good = 0  # every gap up to that time has been handled

    async def make_good(self) -> None:
        """Exclude the time since the last heartbeat from the running clocks."""
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
        """Correct one match; if it cannot be read, log that and continue with the others."""
        try:
            await self._referee.settle(match, Resume(*gap))
        except Exception:
            log.exception("not resumed", extra={"subject": match})

    async def sign(self) -> None:
        """Write a heartbeat."""
        now = self._now()
        await self._store.write(lambda unit: unit.jobs.put(ALIVE, ALIVE, now))

    async def run(self) -> None:
        """Write heartbeats until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look_back()
                await self.sign()
            except Exception:
                log.exception("sign of life")

    async def look_back(self) -> None:
        """Correct all running clocks after a gap. An earlier command to a match corrects that match's clock itself."""
        self._now()
        for gap in [gap for gap in tuple(self._gaps) if gap.until > self._good]:
            await self._resume_all(gap)
            self._good = gap.until
