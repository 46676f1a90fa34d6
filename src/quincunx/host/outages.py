"""Corrects the clocks of all matches after an outage of the site, during which no server was running.

At startup, that is the time since any server's last heartbeat; later, the gaps during which no server was running.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from quincunx.host.heartbeat import EVERY, Heartbeat
from quincunx.host.host_clock import Gap
from quincunx.host.jobs import outbox
from quincunx.host.referee import Referee
from quincunx.host.site_gaps import SiteGaps, is_long
from quincunx.play.commands import Resume
from quincunx.store.errors import Unavailable
from quincunx.store.store import Store

log = logging.getLogger("quincunx.host")

AT_ONCE = 100  # matches whose clocks are corrected together


class Outages:
    """Sends a server's heartbeats, and corrects the clocks after outages and gaps."""

    def __init__(
        self, store: Store, referee: Referee, now: Callable[[], int], heartbeat: Heartbeat, gaps: SiteGaps
    ) -> None:
        self._store = store
        self._referee = referee
        self._now = now
        self._heartbeat = heartbeat
        self._gaps = gaps
        self._handled_until = 0  # every gap up to that time has been handled

    async def exclude_downtime(self) -> None:
        """Exclude the time since any server's last heartbeat from the running clocks."""
        seen, now = await self._store.read(lambda unit: unit.processes.last_seen("server")), self._now()
        if seen is not None and is_long(Gap(seen, now)):
            await self._resume_all(Gap(seen, now))
        await self._store.write(lambda unit: unit.processes.remove_dead(now))
        self._heartbeat.resume_at(self._now())
        await self.send_heartbeat()

    async def _resume_all(self, gap: Gap) -> None:
        clocked = await self._store.read(lambda unit: unit.jobs.subjects(outbox.FLAG))
        log.info("outage", extra={"ms": gap.until - gap.since, "matches": len(clocked)})
        for first in range(0, len(clocked), AT_ONCE):
            some = clocked[first : first + AT_ONCE]
            for failed in await asyncio.gather(*(self._resume(match, gap) for match in some), return_exceptions=True):
                if failed is not None:
                    raise failed

    async def _resume(self, match: str, gap: Gap) -> None:
        """Correct the clock of one match; if the match cannot be read, log that and continue with the others."""
        try:
            await self._referee.settle(match, Resume(*gap))
        except Unavailable:  # all of them are corrected again later
            raise
        except Exception:
            log.exception("not resumed", extra={"subject": match})

    async def send_heartbeat(self) -> None:
        """Send a heartbeat."""
        await self._heartbeat.send()

    async def run(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.correct_after_gaps()
                await self.send_heartbeat()
            except Unavailable as error:
                log.warning("heartbeat", extra={"reason": error.reason})
            except Exception:
                log.exception("heartbeat")

    async def correct_after_gaps(self) -> None:
        """Correct all running clocks after a gap. An earlier command to a match corrects that match's clock itself."""
        if self._gaps.is_behind(self._now()):
            await self._gaps.examine()
        for gap in [gap for gap in tuple(self._gaps.known) if gap.until > self._handled_until]:
            await self._resume_all(gap)
            self._handled_until = gap.until
