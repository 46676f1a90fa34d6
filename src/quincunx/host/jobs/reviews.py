"""Reviews of finished matches: jobs that use the time that the rest of the server leaves idle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from quincunx.host.fold_threads import fold, unhurried
from quincunx.host.host import Host
from quincunx.host.worker_pool import WorkerPool
from quincunx.notation.record import Record
from quincunx.play.errors import Refused
from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.search.review import NODES, Review
from quincunx.search.worker_process import Work
from quincunx.search.worker_tasks import ReviewTask
from quincunx.store.errors import Missing
from quincunx.store.jobs import Job
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

KIND = "review"  # of the jobs
LEASE = 60_000  # milliseconds, renewed for as long as the review takes
RENEW_EVERY = 15_000  # milliseconds
MOST_ASKED = 3  # unfinished reviews per account
MOST_NODES = 6_000_000  # per match: the longer the match, the fewer nodes per position
NOTE_EVERY = 1.0  # seconds between saves of the progress


def ask(unit: Unit, match: str, account: str, now: int) -> None:
    """Request the review of a match, unless there is one already."""
    if unit.reviews.find(match) is not None:
        return
    if unit.matches.get(match).status != "finished":
        raise Refused("not_over", phrase("host.review.not_over"))
    if unit.reviews.unfinished(account) >= MOST_ASKED:
        raise Refused("too_many", phrase("host.review.too_many", count=MOST_ASKED))
    unit.reviews.ask(match, account, now)
    unit.jobs.put(KIND, match, now)


class ReviewJobs:
    """Does the review jobs."""

    def __init__(self, store: Store, count: int, now: Callable[[], int], tell: Callable[[str, str], None]) -> None:
        self._store = store
        self._now = now
        self._count = count
        self._workers = WorkerPool(max(1, count), "reviewer")
        self._tell = tell  # notifies the account that asked
        self._under_way: set[Work] = set()
        self._stopped = False

    def __len__(self) -> int:
        return len(self._under_way)

    def add_to(self, host: Host) -> None:
        """Let a host make reviews, unless it should make none."""
        if self._count:
            host.add_runner((KIND,), self._count, LEASE, self.do)

    async def do(self, job: Job) -> None:
        """Review a match, and remove the job."""
        try:
            payloads = await self._store.read(lambda unit: _log(unit, job.subject))
        except Missing:
            await self._store.write(lambda unit: unit.jobs.done(job))
            return
        record = await fold(lambda: _record(payloads))
        work = Work(ReviewTask(record, min(NODES, MOST_NODES // max(1, len(record.actions)))))
        self._under_way.add(work)
        try:
            review = await self._done(job, work)
        finally:
            work.stop()
            self._under_way.discard(work)
        if review is not None and not self._stopped:
            asked_by = await self._store.write(lambda unit: _finish(unit, job, review))
            if asked_by is not None:
                self._tell(asked_by, job.subject)

    async def _done(self, job: Job, work: Work) -> Review | None:
        """The finished review. Meanwhile, its progress is saved and the claim is renewed regularly."""
        reports: list[float | Review] = [0.0]
        done = asyncio.ensure_future(self._workers.do(work, reports.append))
        noted, renewed = 0.0, self._now()
        while not done.done():
            await asyncio.wait([done], timeout=NOTE_EVERY)
            last, now = reports[-1], self._now()
            if not isinstance(last, float) or self._stopped:
                continue
            if last > noted or now - renewed >= RENEW_EVERY:
                noted, renewed = last, now
                await self._store.write(partial(advance, job=job, progress=last, until=now + LEASE))
        await done
        last = reports[-1]
        return last if isinstance(last, Review) else None

    def stop(self) -> None:
        """Stop, and leave unfinished reviews to other processes."""
        self._stopped = True
        for work in self._under_way:
            work.stop()
        self._workers.stop()


def _log(unit: Unit, match: str) -> list[bytes]:
    unit.matches.get(match)
    return [payload for _, _, payload in unit.log.read(match)]


def _record(payloads: list[bytes]) -> Record:
    return Match.from_events(unhurried(map(read_event, payloads))).record()


def advance(unit: Unit, job: Job, progress: float, until: int) -> None:
    """Renew the claim on the job and save the progress, unless another process has taken over the job."""
    if unit.jobs.renew(job, until):
        unit.reviews.advance(job.subject, progress)


def _finish(unit: Unit, job: Job, review: Review) -> str | None:
    """Save the review and return the account that requested it; None if another process has taken over the job."""
    if not unit.jobs.done(job):
        return None
    unit.reviews.finish(job.subject, review)
    return unit.reviews.asked_by(job.subject)
