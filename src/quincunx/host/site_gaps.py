"""The times during which no server of the site was running. They count on no match's clock.

A process notices when it did not run (`host_clock`), and when it could not send a heartbeat because the database
accepted no writes. If another server was running in the meantime, players could continue there, and it is not a gap.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from quincunx.host.heartbeat import Heartbeat
from quincunx.host.host_clock import MOST, SHORTEST, Gap
from quincunx.store.processes import Process
from quincunx.store.store import Store

MOST_READS = 5  # of the other servers' heartbeats, if the database is slow to answer


class SiteGaps:
    """The gaps of this process during which no other server was running either."""

    def __init__(
        self, store: Store, now: Callable[[], int], own: Sequence[Gap] = (), heartbeat: Heartbeat | None = None
    ) -> None:
        self._store = store
        self._now = now
        self._own = own
        self._heartbeat = heartbeat
        self._examined_until = 0  # own gaps up to that time have been examined
        self._lock = asyncio.Lock()
        self.known: deque[Gap] = deque(maxlen=MOST)

    def is_behind(self, now: int) -> bool:
        """Whether there are gaps that have not been examined."""
        if self._own and self._own[-1].until > self._examined_until:
            return True
        return self._heartbeat is not None and self._heartbeat.is_overdue(now)

    async def examine(self) -> None:
        """Find out during which of the process's own gaps no other server was running."""
        async with self._lock:
            now, lives = await self._lives()
            if not self.is_behind(now):
                return
            gaps = self._unexamined(now)
            own = None if self._heartbeat is None else self._heartbeat.id
            others = [Gap(life.since, life.seen) for life in lives if life.id != own]
            if self._heartbeat is not None:
                self._heartbeat.resume_at(gaps[-1].until)
                await self._heartbeat.send()
            self.known += [left for gap in gaps for left in outside(gap, others) if is_long(left)]
            self._examined_until = gaps[-1].until

    async def _lives(self) -> tuple[int, list[Process]]:
        """The rows of all servers, and the time at which they were read.

        A database that was suspended answers late, and a gap lasts until it answers; so such a reading is repeated.
        """
        for _ in range(MOST_READS):
            now = self._now()
            lives = await self._store.read(lambda unit: unit.processes.all("server"))
            if self._now() - now < SHORTEST:
                break
        return now, lives

    def _unexamined(self, now: int) -> list[Gap]:
        """The gaps to examine, in order; one without a heartbeat replaces the gaps within it."""
        gaps = [gap for gap in tuple(self._own) if gap.until > self._examined_until]
        if self._heartbeat is not None and self._heartbeat.is_overdue(now):
            silent = Gap(self._heartbeat.seen, now)
            gaps = [*(gap for gap in gaps if gap.until <= silent.since), silent]
        return gaps


def outside(gap: Gap, lives: Iterable[Gap]) -> list[Gap]:
    """The parts of a gap that lie within none of the lives."""
    left, since = list[Gap](), gap.since
    for life in sorted(lives):
        if life.since > since:
            left.append(Gap(since, min(life.since, gap.until)))
        since = max(since, life.until)
        if since >= gap.until:
            break
    else:
        left.append(Gap(since, gap.until))
    return [part for part in left if part.until > part.since]


def is_long(gap: Gap) -> bool:
    """Whether it is long enough to count: a shorter one is a busy process, or the time between two heartbeats."""
    return gap.until - gap.since >= SHORTEST
