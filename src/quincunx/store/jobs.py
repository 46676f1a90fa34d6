"""Jobs to do later, one row each. Any process may claim a job for a limited time; a crashed process loses its claims.

Statements are built only once: jobs are claimed all the time, and each alias creates hundreds of cyclic objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.sql.dml import ReturningUpdate

from quincunx.store.dialects import by_dialect
from quincunx.store.schema import jobs, matches, seats

MOST_AT_ONCE = 100
MOST_WAITING = 1000  # jobs to choose from


def _put(dialect: ModuleType) -> Any:
    """The statement that adds a job, or changes when it is due."""
    names = ("kind", "subject", "due")
    added = dialect.insert(jobs).values({name: bindparam(name) for name in names} | {"revision": 1})
    moved = {
        "due": added.excluded.due,
        "revision": jobs.c.revision + 1,
        "claimed_by": None,
        "claimed_until": None,
    }
    return added.on_conflict_do_update(index_elements=["kind", "subject"], set_=moved)


def _put_claimed(dialect: ModuleType) -> Any:
    """The statement that adds a job, or changes when it is due, and claims it."""
    names = ("kind", "subject", "due", "claimed_by", "claimed_until")
    added = dialect.insert(jobs).values({name: bindparam(name) for name in names} | {"revision": 1})
    moved = {name: added.excluded[name] for name in names[2:]} | {"revision": jobs.c.revision + 1}
    statement = added.on_conflict_do_update(index_elements=["kind", "subject"], set_=moved)
    return statement.returning(jobs.c.revision)


_PUT = by_dialect(_put)
_PUT_CLAIMED = by_dialect(_put_claimed)
_REMOVE = delete(jobs).where(jobs.c.kind == bindparam("kind"), jobs.c.subject == bindparam("subject"))


_KINDS = jobs.c.kind.in_(bindparam("kinds", expanding=True))
_RIPE = and_(
    jobs.c.due <= bindparam("now"), or_(jobs.c.claimed_until.is_(None), jobs.c.claimed_until <= bindparam("now"))
)
_ABOUT = jobs.c.subject.in_(bindparam("about", expanding=True))


def _under_way() -> ScalarSelect[int]:
    """The number of claimed jobs of the same kind in matches of the same people."""
    others, places, mine = jobs.alias(), seats.alias(), seats.alias()
    people = select(mine.c.account).where(mine.c.match == jobs.c.subject).correlate(jobs)
    claimed = select(func.count()).select_from(others.join(places, places.c.match == others.c.subject))
    of_them = others.c.kind == jobs.c.kind, others.c.claimed_until > bindparam("now"), places.c.account.in_(people)
    return claimed.where(*of_them).correlate(jobs).scalar_subquery()


def _claim(*about: ColumnElement[bool]) -> ReturningUpdate[Any]:
    """The statement that claims due jobs: first those of people with the fewest claimed jobs, then the longest due."""
    ripe = select(jobs.c.kind, jobs.c.subject).where(_KINDS, _RIPE, *about).order_by(_under_way(), jobs.c.due)
    ripe = ripe.limit(bindparam("most")).with_for_update(skip_locked=True, of=jobs)
    taken = update(jobs).where(tuple_(jobs.c.kind, jobs.c.subject).in_(ripe))
    taken = taken.values(claimed_by=bindparam("by"), claimed_until=bindparam("until"))
    return taken.returning(jobs.c.kind, jobs.c.subject, jobs.c.due, jobs.c.revision, jobs.c.claimed_by)


def _next_due(*about: ColumnElement[bool]) -> Select[Any]:
    """The statement that finds when the next job is due, or the next claim expires."""
    return select(func.min(func.coalesce(jobs.c.claimed_until, jobs.c.due))).where(_KINDS, *about)


def _waiting() -> Select[Any]:
    """The statement that finds due and unclaimed jobs in matches against bots."""
    person, bot = seats.alias(), seats.alias()
    rows = jobs.join(matches, matches.c.id == jobs.c.subject, isouter=True)
    rows = rows.join(person, and_(person.c.match == jobs.c.subject, person.c.account.is_not(None)), isouter=True)
    rows = rows.join(bot, and_(bot.c.match == jobs.c.subject, bot.c.bot.is_not(None)), isouter=True)
    rank = func.row_number().over(partition_by=(person.c.account, bot.c.bot), order_by=jobs.c.due).label("rank")
    turns = func.count().over(partition_by=person.c.account).label("turns")
    columns = (jobs.c.subject, jobs.c.due, person.c.account, bot.c.bot, matches.c.game)
    ripe = select(*columns, turns, rank).select_from(rows).where(jobs.c.kind == bindparam("kind"), _RIPE).subquery()
    return select(ripe).where(ripe.c.rank <= bindparam("each")).order_by(ripe.c.rank, ripe.c.due).limit(MOST_WAITING)


_CLAIM, _CLAIM_ABOUT = _claim(), _claim(_ABOUT)
_NEXT_DUE, _NEXT_DUE_ABOUT = _next_due(), _next_due(_ABOUT)
_WAITING = _waiting()


class Job(NamedTuple):
    """A claimed job: what to do, its subject, when it was due, and who has claimed it."""

    kind: str
    subject: str
    due: int
    revision: int
    claimed_by: str


class DueTurn(NamedTuple):
    """A bot's turn that is due: the match (`subject`), when it was due, the opponent's account, the bot and the game.

    `turns` is the number of bot turns that the account is waiting for.
    """

    subject: str
    due: int
    account: str
    bot: str
    game: str
    turns: int


class Jobs:
    """All jobs, one for each kind and subject."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, kind: str, subject: str, due: int) -> None:
        """Schedule a job. If it exists, this changes when it is due and removes any claim."""
        statement = _PUT[self._connection.dialect.name]
        self._connection.execute(statement, {"kind": kind, "subject": subject, "due": due})

    def put_claimed(self, kind: str, subject: str, due: int, *, by: str, until: int) -> Job:
        """Schedule a job and claim it for this process. Any process may claim it once the claim expires."""
        statement = _PUT_CLAIMED[self._connection.dialect.name]
        terms = {"kind": kind, "subject": subject, "due": due, "claimed_by": by, "claimed_until": until}
        revision: int = self._connection.execute(statement, terms).scalar_one()
        return Job(kind, subject, due, revision, by)

    def remove(self, kind: str, subject: str) -> None:
        """Remove a job, even if it is claimed."""
        self._connection.execute(_REMOVE, {"kind": kind, "subject": subject})

    def claim(
        self,
        kinds: Sequence[str],
        *,
        now: int,
        lease: int,
        by: str,
        most: int = MOST_AT_ONCE,
        about: Sequence[str] | None = None,
    ) -> list[Job]:
        """Claim due jobs for the duration of the lease; `by` names the process, `about` limits the subjects.

        Jobs for people with the fewest claimed jobs come first, so that players with many matches do not delay
        others; then the jobs that have been due the longest.
        """
        terms: dict[str, Any] = {"kinds": kinds, "now": now, "most": most, "by": by, "until": now + lease}
        if about is None:
            rows = self._connection.execute(_CLAIM, terms)
        else:
            rows = self._connection.execute(_CLAIM_ABOUT, terms | {"about": about})
        return sorted((Job(*row) for row in rows), key=lambda job: job.due)

    def waiting(self, kind: str, now: int, each: int) -> list[DueTurn]:
        """The due and unclaimed jobs of a kind in matches against bots: for each account and bot, the longest due."""
        found = self._connection.execute(_WAITING, {"kind": kind, "now": now, "each": each})
        return [
            DueTurn(row.subject, row.due, row.account or "", row.bot or "", row.game or "", row.turns) for row in found
        ]

    def done(self, job: Job) -> bool:
        """Remove a completed job, in the transaction of its effects; returns False if the claim is no longer valid.

        A job that has been scheduled again in the meantime is not removed.
        """
        return self._connection.execute(delete(jobs).where(_is(job))).rowcount == 1

    def renew(self, job: Job, until: int) -> bool:
        """Extend the claim on a job that is still being worked on; returns False if it is no longer valid."""
        return self._connection.execute(update(jobs).where(_is(job)).values(claimed_until=until)).rowcount == 1

    def give_back(self, job: Job) -> None:
        """Release the claim on a job, so that it can be claimed again at once."""
        self._connection.execute(update(jobs).where(_is(job)).values(claimed_by=None, claimed_until=None))

    def release(self, by: str) -> None:
        """Release all claims of a process that is stopping, so that others need not wait for them to expire."""
        mine = update(jobs).where(jobs.c.claimed_by == by)
        self._connection.execute(mine.values(claimed_by=None, claimed_until=None))

    def due(self, kind: str, subject: str) -> int | None:
        """When the job is due, or None if it does not exist."""
        mine = select(jobs.c.due).where(jobs.c.kind == kind, jobs.c.subject == subject)
        due: int | None = self._connection.execute(mine).scalar()
        return due

    def subjects(self, kind: str) -> list[str]:
        """The subjects of all jobs of a kind, claimed or not."""
        return list(self._connection.execute(select(jobs.c.subject).where(jobs.c.kind == kind)).scalars())

    def next_due(self, kinds: Sequence[str], about: Sequence[str] | None = None) -> int | None:
        """When the next job is due or the next claim expires; None if there are no jobs."""
        if about is None:
            found = self._connection.execute(_NEXT_DUE, {"kinds": kinds})
        else:
            found = self._connection.execute(_NEXT_DUE_ABOUT, {"kinds": kinds, "about": about})
        due: int | None = found.scalar()
        return due


def _is(job: Job) -> ColumnElement[bool]:
    """The condition for the row of a job whose claim is still valid."""
    row = and_(jobs.c.kind == job.kind, jobs.c.subject == job.subject, jobs.c.revision == job.revision)
    return and_(row, jobs.c.claimed_by == job.claimed_by)
