"""Reviews of matches that are over: jobs, done one after the other on what the rest leaves of the machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import msgspec

from quincunx.host.fold_threads import fold, unhurried
from quincunx.host.worker_pool import WorkerPool
from quincunx.notation.record import Record
from quincunx.play.errors import Refused
from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.search.review import NODES, Review
from quincunx.search.worker_process import Work
from quincunx.search.worker_tasks import GoThrough
from quincunx.store.errors import Missing
from quincunx.store.jobs import Job
from quincunx.store.store import Store, Unit
from quincunx.words import phrase
from quincunx.words.wire import encode_text

KIND = "review"  # of the jobs
LEASE = 600_000  # milliseconds since it last got on; a review takes seconds on a machine that has time for it
MOST_ASKED = 3  # by one account, that are not done
MOST_NODES = 6_000_000  # for a match: a longer one is looked at less closely
NOTE_EVERY = 1.0  # seconds: so often it is noted how far a review is


def ask(unit: Unit, match: str, account: str, now: int) -> None:
    """Have a match reviewed, unless it is or will be."""
    if unit.reviews.find(match) is not None:
        return
    if unit.matches.get(match).status != "finished":
        raise Refused("not_over", phrase("host.review.not_over"))
    if unit.reviews.unfinished(account) >= MOST_ASKED:
        raise Refused("too_many", phrase("host.review.too_many", count=MOST_ASKED))
    unit.reviews.ask(match, account, now)
    unit.jobs.put(KIND, match, now)


class ReviewJobs:
    """Does the jobs."""

    def __init__(self, store: Store, count: int, now: Callable[[], int], tell: Callable[[str, str], None]) -> None:
        self._store = store
        self._now = now
        self._workers = WorkerPool(count, "reviewer")
        self._tell = tell  # whoever asked, that the match is reviewed
        self._under_way: set[Work] = set()
        self._stopped = False

    def __len__(self) -> int:
        return len(self._under_way)

    async def do(self, job: Job) -> None:
        """Review a match, and take the job off the list."""
        try:
            payloads = await self._store.read(lambda unit: _log(unit, job.subject))
        except Missing:
            await self._store.write(lambda unit: unit.jobs.done(job))
            return
        record = await fold(lambda: _record(payloads))
        work = Work(GoThrough(record, min(NODES, MOST_NODES // max(1, len(record.actions)))))
        self._under_way.add(work)
        try:
            review = await self._done(job, work)
        finally:
            work.stop()
            self._under_way.discard(work)
        if review is not None and not self._stopped:
            asked_by = await self._store.write(lambda unit: _finish(unit, job, review))
            self._tell(asked_by, job.subject)

    async def _done(self, job: Job, work: Work) -> Review | None:
        """The review; on the way to it, how far it is goes to the disk now and then."""
        told: list[float | Review] = [0.0]
        done = asyncio.ensure_future(self._workers.do(work, told.append))
        noted = 0.0
        while not done.done():
            await asyncio.wait([done], timeout=NOTE_EVERY)
            last = told[-1]
            if isinstance(last, float) and last > noted and not self._stopped:
                noted = last
                await self._store.write(partial(_advance, job=job, progress=last, until=self._now() + LEASE))
        await done
        last = told[-1]
        return last if isinstance(last, Review) else None

    def stop(self) -> None:
        """Leave what was begun to whoever is next."""
        self._stopped = True
        for work in self._under_way:
            work.stop()
        self._workers.stop()


def _log(unit: Unit, match: str) -> list[bytes]:
    unit.matches.get(match)
    return [payload for _, _, payload in unit.log.read(match)]


def _record(payloads: list[bytes]) -> Record:
    return Match.from_events(unhurried(map(read_event, payloads))).record()


def _advance(unit: Unit, job: Job, progress: float, until: int) -> None:
    """It is so far, and stays with whoever is at it."""
    unit.reviews.advance(job.subject, progress)
    unit.jobs.renew(job, until)


def _finish(unit: Unit, job: Job, review: Review) -> str:
    """Keep it, and return who had asked for it."""
    if unit.jobs.done(job):
        unit.reviews.finish(job.subject, msgspec.json.encode(review, enc_hook=encode_text))
    return unit.reviews.asked_by(job.subject)
