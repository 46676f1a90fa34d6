"""Which process of the site pairs the players in the pool: the holder of a lease, which expires if the process dies.

The lease only saves work; nothing else depends on it. Two processes that both believe they hold it pair nobody twice,
because each pairing is one transaction that removes the seeks. A process that runs alone needs no lease.
"""

from __future__ import annotations

from collections.abc import Callable

from quincunx.store.jobs import Job
from quincunx.store.store import Store, Unit

KIND = "pool"
LEASE = 5_000  # milliseconds


class PoolLease:
    """The lease of the pool's pairer, stored as a job that is never done."""

    def __init__(self, store: Store, me: str, now: Callable[[], int], is_shared: bool) -> None:
        self._store = store
        self._me = me
        self._now = now
        self._is_shared = is_shared
        self._job: Job | None = None
        self.until = 0  # when the lease expires, whoever holds it

    @property
    def is_mine(self) -> bool:
        """Whether this process holds the lease now."""
        return not self._is_shared or (self._job is not None and self._now() < self.until)

    async def hold(self) -> bool:
        """Take the lease if no process holds it, or renew it in time; returns whether this process holds it."""
        if not self._is_shared:
            return True
        now = self._now()
        if now < self.until - (LEASE // 2 if self._job is not None else 0):
            return self._job is not None
        if self._job is None and await self._is_held(now):
            return False
        self._job, self.until = await self._store.write(lambda unit: self._claimed(unit, now))
        return self._job is not None

    async def _is_held(self, now: int) -> bool:
        """Whether another process holds the lease. Most checks end here, without a write."""
        until = await self._store.read(lambda unit: unit.jobs.next_due((KIND,)))
        self.until = until or 0
        return self.until > now

    def _claimed(self, unit: Unit, now: int) -> tuple[Job | None, int]:
        """The lease if this process has it now, and when it expires."""
        if self._job is not None and unit.jobs.renew(self._job, now + LEASE):
            return self._job, now + LEASE
        if unit.jobs.due(KIND, KIND) is None:
            unit.jobs.put(KIND, KIND, 0)
        for job in unit.jobs.claim((KIND,), now=now, lease=LEASE, by=self._me, most=1):
            return job, now + LEASE
        return None, unit.jobs.next_due((KIND,)) or now
