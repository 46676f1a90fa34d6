"""A process's heartbeat: its row in the database, updated once a second."""

from __future__ import annotations

import asyncio
import logging
import platform
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from quincunx.store.errors import Unavailable
from quincunx.store.processes import Kind, Process, earlier_life
from quincunx.store.store import Store, Unit

log = logging.getLogger("quincunx.host")

EVERY = 1.0  # seconds between heartbeats
OVERDUE = 5_000  # milliseconds without one: the process did not run, or the database accepted no writes


class Heartbeat:
    """Shows the other processes of the site that this one is running, and since when it has been without a gap."""

    def __init__(self, store: Store, id: str, kind: Kind, now: Callable[[], int]) -> None:
        self.id = id
        self._store = store
        self._now = now
        self._row = Process(id, kind, platform.node(), _version(), since=now(), seen=now())
        self._earlier: list[Process] = []  # rows of earlier lives, not yet written

    @property
    def seen(self) -> int:
        """When the last one was sent."""
        return self._row.seen

    def is_overdue(self, now: int) -> bool:
        """Whether the last one was sent too long ago."""
        return now - self.seen >= OVERDUE

    def resume_at(self, time: int) -> None:
        """Note that the process did not run, or could not work, right before that time: a new life begins.

        The earlier one gets a row of its own, for processes that have yet to find out when no server was running.
        """
        if self._row.seen > self._row.since:
            self._earlier.append(earlier_life(self._row))
        self._row = self._row._replace(since=time)

    async def send(self) -> None:
        """Send a heartbeat."""
        row, earlier = self._row._replace(seen=self._now()), tuple(self._earlier)

        def write(unit: Unit) -> None:
            for each in (*earlier, row):
                unit.processes.see(each)

        await self._store.write(write)
        self._row = self._row._replace(seen=row.seen)
        del self._earlier[: len(earlier)]

    async def run(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.send()
            except Unavailable as error:
                log.warning("heartbeat", extra={"reason": error.reason})
            except Exception:
                log.exception("heartbeat")


def _version() -> str:
    try:
        return version("quincunx")
    except PackageNotFoundError:  # running from source
        return ""
