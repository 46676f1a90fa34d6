"""Reviews of matches that are over: jobs, done one after the other on what the rest leaves of the machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from quincunx.notation.record import Record
from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.play.refused import Refused
from quincunx.search.review import NODES, Review, Reviewer
from quincunx.server.live import messages
from quincunx.server.live.patience import patient_threads
from quincunx.store.errors import Missing
from quincunx.store.jobs import Job
from quincunx.store.store import Store, Unit

KIND = "review"  # of the jobs
LEASE = 600_000  # milliseconds: a review takes seconds, or minutes on a machine that has no time for it
MOST_ASKED = 3  # by one account, that are not done
MOST_NODES = 6_000_000  # for a match: a longer one is looked at less closely
STEPS = 20  # so often it is told how far a review is


def ask(unit: Unit, match: str, account: str, now: int) -> None:
    """Have a match reviewed, unless it is or will be."""
    if unit.reviews.find(match) is not None:
        return
    if unit.matches.get(match).status != "finished":
        raise Refused("not_over", "Only a match that has been played can be reviewed.")
    if unit.reviews.unfinished(account) >= MOST_ASKED:
        raise Refused("too_many", f"{MOST_ASKED} reviews at once are enough: wait for one.")
    unit.reviews.ask(match, account, now)
    unit.jobs.put(KIND, match, now)


class Reviewing:
    """Does the jobs."""

    def __init__(self, store: Store, threads: int, tell: Callable[[str, messages.Outgoing], None]) -> None:
        self._store = store
        self._tell = tell
        self._threads = patient_threads(threads, "reviewer")
        self._reviewers: set[Reviewer] = set()
        self._stopped = False

    def __len__(self) -> int:
        return len(self._reviewers)

    async def do(self, job: Job) -> None:
        """Review a match, and take the job off the list."""
        try:
            record = await self._store.read(lambda unit: _record(unit, job.subject))
        except Missing:
            await self._store.write(lambda unit: unit.jobs.done(job))
            return
        reviewer = Reviewer(record, min(NODES, MOST_NODES // max(1, len(record.actions))))
        self._reviewers.add(reviewer)
        try:
            review = await self._run(job, reviewer)
        finally:
            reviewer.stop()
            self._reviewers.discard(reviewer)
        if not self._stopped:
            asked_by = await self._store.write(lambda unit: _finish(unit, job, review))
            self._tell(asked_by, messages.Reviewed(match=job.subject))

    async def _run(self, job: Job, reviewer: Reviewer) -> Review:
        loop, told = asyncio.get_running_loop(), 0

        def progress(done: int, of: int) -> None:
            nonlocal told
            if STEPS * done // of > told:
                told = STEPS * done // of
                asyncio.run_coroutine_threadsafe(self._advance(job, done / of), loop)

        return await loop.run_in_executor(self._threads, reviewer.review, progress)

    async def _advance(self, job: Job, progress: float) -> None:
        if not self._stopped:
            await self._store.write(lambda unit: unit.reviews.advance(job.subject, progress))

    def stop(self) -> None:
        """Leave what was begun to whoever is next."""
        self._stopped = True
        for reviewer in self._reviewers:
            reviewer.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _record(unit: Unit, match: str) -> Record:
    unit.matches.get(match)
    return Match.from_events(read_event(payload) for _, _, payload in unit.log.read(match)).record()


def _finish(unit: Unit, job: Job, review: Review) -> str:
    """Keep it, and return who had asked for it."""
    if unit.jobs.done(job):
        unit.reviews.finish(job.subject, msgspec.json.encode(review))
    return unit.reviews.asked_by(job.subject)
