"""The contents of a database, read after the server has stopped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import select

from quincunx.host.jobs import daily_cleanup
from quincunx.play.events import AnyEvent, read_event
from quincunx.store.recompute import differences
from quincunx.store.schema import jobs
from quincunx.store.store import Store, Unit


class Stored(NamedTuple):
    """Logs and statuses of some matches, the remaining jobs, and differences between matches and logs."""

    logs: dict[str, list[AnyEvent]]
    statuses: dict[str, str]
    jobs: list[tuple[str, str]]
    differences: list[str]


async def read_stored(url: str, matches: Iterable[str]) -> Stored:
    """Read everything that a test checks in a database."""
    store = Store(url)
    try:
        return await store.read(lambda unit: _read(unit, matches))
    finally:
        await store.close()


def _read(unit: Unit, matches: Iterable[str]) -> Stored:
    rows = select(jobs.c.kind, jobs.c.subject).where(jobs.c.kind != daily_cleanup.KIND)  # which always exists
    return Stored(
        logs={match: _log(unit, match) for match in matches},
        statuses={match: unit.matches.get(match).status for match in matches},
        jobs=[(kind, subject) for kind, subject in unit.connection.execute(rows)],
        differences=differences(unit),
    )


def _log(unit: Unit, match: str) -> list[AnyEvent]:
    """The events of a match; checks that no version is missing."""
    rows = unit.log.read(match)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    return [read_event(row.payload) for row in rows]
