"""Once a day, deletes old seeks, expired sessions, and guests who have never played and are not logged in."""

from __future__ import annotations

import logging
from collections.abc import Callable

from quincunx.store import unused_guests
from quincunx.store.jobs import Job
from quincunx.store.sessions import SESSION_LASTS
from quincunx.store.store import Store, Unit

log = logging.getLogger("quincunx.host")

KIND = "sweep"
DAY = 86_400_000
LEASE = 60_000  # milliseconds, for one page
AGE = SESSION_LASTS  # minimum age of a deleted guest: a new guest in the terminal has no session


class DailyCleanup:
    """Deletes a page of guests at a time, so that play does not have to wait."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def plan(self) -> None:
        """Schedule the first cleanup, unless one is scheduled already."""

        def work(unit: Unit) -> None:
            if unit.jobs.due(KIND, KIND) is None:
                unit.jobs.put(KIND, KIND, self._now())

        await self._store.write(work)

    async def do(self, job: Job) -> None:
        """Check all guests, then reschedule the job for tomorrow."""
        before = self._now() - AGE
        sessions = await self._store.write(self._sweep)
        guests, last = 0, ""
        while page := await self._page(last, before):
            last = page[-1]
            guests += await self._swept(page, job)
        if guests or sessions:
            log.info("swept", extra={"guests": guests, "sessions": sessions})

        def tomorrow(unit: Unit) -> None:
            if unit.jobs.done(job):
                unit.jobs.put(KIND, KIND, self._now() + DAY)

        await self._store.write(tomorrow)

    def _sweep(self, unit: Unit) -> int:
        """Delete old seeks, which would keep guests from being deleted, and expired sessions."""
        unit.seeks.sweep(self._now() - DAY)
        return unit.sessions.sweep(self._now())

    async def _page(self, after: str, before: int) -> list[str]:
        return await self._store.read(lambda unit: unused_guests.old_guests(unit, after, before))

    async def _swept(self, page: list[str], job: Job) -> int:
        """Delete the unused guests of a page, and return their number. A read finds them before the write."""
        now = self._now()
        some = await self._store.read(lambda unit: unused_guests.unused(unit, page, now))
        if not some:
            return 0

        def work(unit: Unit) -> int:
            unit.jobs.renew(job, now + LEASE)
            return unused_guests.delete_unused(unit, some, now)

        return await self._store.write(work)
