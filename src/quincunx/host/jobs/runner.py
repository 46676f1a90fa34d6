"""Runs jobs that are due. A process claims a job for a limited time, so nothing is lost if the process dies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from quincunx.store.errors import Unavailable
from quincunx.store.jobs import Job
from quincunx.store.store import Store

log = logging.getLogger("quincunx.host")

LONGEST_SLEEP = 10_000  # milliseconds: another process may have put a job, and its hint may have been lost
PASSED_OVER = 2_000  # milliseconds until the next check, if none of the due jobs was picked
AGAIN_AFTER = 1.0  # seconds until the next try if the store does not answer


Do = Callable[[Job], Awaitable[None]]


class Reservation:
    """A slot in a runner for a job that is claimed in the same write that puts it."""

    def __init__(self, runner: JobRunner, by: str, until: int, do: Do, on_cancel: Callable[[], None]) -> None:
        self.by = by
        self.until = until
        self._runner = runner
        self._do = do
        self._on_cancel = on_cancel

    def begin(self, job: Job) -> None:
        """Do the job, which has now been put."""
        self._runner.begin(job, self._do)

    def cancel(self) -> None:
        """Free the slot, because the job was not put."""
        self._runner.cancel()
        self._on_cancel()


class JobRunner:
    """Claims jobs of certain kinds when they are due, and runs a limited number of them at once.

    With `about`, it runs only the jobs of that match. Otherwise `pick` may choose which of the due jobs come next; the
    rest are left for later or for another process.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        *,
        by: str,
        kinds: Sequence[str],
        most: int,
        lease: int,
        do: Do,
        about: str | None = None,
        pick: Callable[[int], Awaitable[Sequence[str]]] | None = None,
        longest_sleep: Callable[[], int] = lambda: LONGEST_SLEEP,
    ) -> None:
        self._longest_sleep = longest_sleep
        self._store = store
        self._now = now
        self._by = by
        self.kinds = kinds
        self._most = most
        self._lease = lease
        self._do = do
        self._about = None if about is None else [about]
        self._pick = pick
        self._running: set[asyncio.Task[None]] = set()
        self._reserved = 0  # slots for jobs that are about to be put
        self._sleeps = False  # asleep, with nothing due that would be picked
        self._passed_over = False  # whether jobs were due but none was picked
        self._wake = asyncio.Event()
        self._sleeps_until = 0

    def expect(self, kind: str, due: int) -> bool:
        """Note that a job will be due; returns whether this runner will do it: not if it is busy or picks its jobs."""
        if kind not in self.kinds:
            return False
        if due < self._sleeps_until:
            self._wake.set()
        return self._about is None and self._pick is None and self._free() > 0

    def check(self) -> None:
        """Check for jobs now."""
        self._wake.set()

    def reserve(self, do: Do | None = None, on_cancel: Callable[[], None] = lambda: None) -> Reservation | None:
        """Reserve a slot for a job that is about to be put; None if other jobs are waiting or there is no room.

        The write that puts the job also claims it, so no other write is needed before it is done. `do` replaces the
        runner's own function for this job.
        """
        if not self.idle or self._free() <= 0:
            return None
        self._reserved += 1
        return Reservation(self, self._by, self._now() + self._lease, do or self._do, on_cancel)

    @property
    def idle(self) -> bool:
        """Whether it is asleep and knows of no due job that it would do now."""
        return self._sleeps and not self._wake.is_set()

    def begin(self, job: Job, do: Do) -> None:
        """Do a job for which a slot was reserved."""
        self._reserved -= 1
        self._begin(job, do)

    def cancel(self) -> None:
        """Free a reserved slot."""
        self._reserved -= 1
        self._wake.set()

    async def run(self) -> None:
        """Run jobs until cancelled; unfinished ones are left to the next process that claims them."""
        try:
            while True:
                await self._round()
        finally:
            for task in list(self._running):
                task.cancel()

    async def _round(self) -> None:
        self._wake.clear()
        self._passed_over = False
        self._sleeps_until = self._now() + self._longest_sleep()
        try:
            due = await self._store.read(lambda unit: unit.jobs.next_due(self.kinds, self._about))
            claimed = await self._claim() if due is not None and due <= self._now() else []
        except Exception as error:
            _log("jobs", error)
            await asyncio.sleep(AGAIN_AFTER)
            return
        for job in claimed:
            self._begin(job, self._do)
        if not claimed:
            await self._sleep(due)

    def _begin(self, job: Job, do: Do) -> None:
        task = asyncio.create_task(self._run_one(job, do))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _free(self) -> int:
        return self._most - len(self._running) - self._reserved

    async def _claim(self) -> list[Job]:
        free = self._free()
        if free <= 0:
            return []
        about = self._about if self._pick is None else await self._pick(free)
        self._passed_over = about is not None and not about
        if self._passed_over:
            return []
        now = self._now()
        return await self._store.write(
            lambda unit: unit.jobs.claim(self.kinds, now=now, lease=self._lease, by=self._by, most=free, about=about)
        )

    async def _run_one(self, job: Job, do: Do) -> None:
        log.debug("job begun", extra={"kind": job.kind, "subject": job.subject})
        try:
            await do(job)
        except Unavailable as error:
            _log("job put back", error)
            await self._give_back(job)
        except Exception:  # the row stays, and is claimed again after the lease expires
            log.exception("job failed", extra={"kind": job.kind, "subject": job.subject})
        finally:
            self._wake.set()

    async def _give_back(self, job: Job) -> None:
        """Release the claim on a job whose effects could not be written, as soon as the store accepts writes again."""
        while True:
            await asyncio.sleep(AGAIN_AFTER)
            with suppress(Unavailable):
                await self._store.write(lambda unit: unit.jobs.give_back(job))
                return

    async def _sleep(self, due: int | None) -> None:
        """Sleep until a job is due, is put, or has finished and made room for more."""
        now = self._now()
        if self._free() > 0 and due is not None:
            check_at = now + PASSED_OVER if self._passed_over else max(due, now + 1)
            self._sleeps_until = min(self._sleeps_until, check_at)
        with_room = (self._sleeps_until - now) / 1000
        self._sleeps = due is None or due > now or self._passed_over
        try:
            async with asyncio.timeout(max(0.001, with_room)):  # unlike wait_for, this does not lose a cancellation
                await self._wake.wait()
        except TimeoutError:
            pass
        finally:
            self._sleeps = False


def _log(what: str, error: Exception) -> None:
    """Log an error, on one line if the database caused it."""
    if isinstance(error, Unavailable):
        log.warning(what, extra={"reason": error.reason})
    else:
        log.error(what, exc_info=error)
