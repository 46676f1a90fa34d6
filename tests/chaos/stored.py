"""What is in the database after a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import select

from quincunx.store.recompute import differences
from quincunx.store.schema import commands, events, jobs, matches
from quincunx.store.store import Store, Unit


class Row(NamedTuple):
    """An event in a log."""

    version: int
    at: int
    payload: bytes


class Kept(NamedTuple):
    """The versions of a command's events, as stored with its id."""

    match: str
    actor: str
    command: str
    first: int
    last: int


class Due(NamedTuple):
    """A job for later."""

    kind: str
    subject: str
    due: int
    claimed_by: str | None
    claimed_until: int | None


@dataclass
class Stored:
    """The logs, the commands with their ids, the jobs, and whatever disagrees with the logs."""

    logs: dict[str, list[Row]] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)  # by match, in its header
    commands: list[Kept] = field(default_factory=list)
    jobs: list[Due] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


async def read_stored(url: str) -> Stored:
    """Read everything from the database."""
    store = Store(url)
    try:
        return await store.read(_read)
    finally:
        await store.close()


def _read(unit: Unit) -> Stored:
    ask = unit.connection.execute
    logs: dict[str, list[Row]] = {}
    for match, *row in ask(select(events).order_by(events.c.match, events.c.version)):
        version, at, payload = row
        logs.setdefault(match, []).append(Row(version, at, bytes(payload)))
    return Stored(
        logs=logs,
        versions=dict(tuple(row) for row in ask(select(matches.c.id, matches.c.version))),
        commands=[Kept(*row) for row in ask(select(commands))],
        jobs=_jobs(unit),
        differences=differences(unit),
    )


def _jobs(unit: Unit) -> list[Due]:
    columns = (jobs.c.kind, jobs.c.subject, jobs.c.due, jobs.c.claimed_by, jobs.c.claimed_until)
    return [Due(*row) for row in unit.connection.execute(select(*columns))]
