"""What a database has, read after the server is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import select

from quincunx.play.events import AnyEvent, read_event
from quincunx.server.live.outages import ALIVE
from quincunx.store.matches import Header
from quincunx.store.recompute import differences
from quincunx.store.schema import jobs
from quincunx.store.store import Store, Unit

T = TypeVar("T")


class Stored:
    """A store that is only read, without an event loop of the test's."""

    def __init__(self, url: str) -> None:
        self._store = Store(url)

    def __enter__(self) -> Stored:
        return self

    def __exit__(self, *error: object) -> None:
        self._store._backend.close()

    def log(self, match: str) -> list[AnyEvent]:
        """The events of a match, whose versions have no gap."""
        rows = self._read(lambda unit: unit.log.read(match))
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
        return [read_event(row.payload) for row in rows]

    def header(self, match: str) -> Header:
        """The header of a match."""
        return self._read(lambda unit: unit.matches.get(match))

    def jobs(self) -> list[tuple[str, str]]:
        """What is still to be done."""
        rows = select(jobs.c.kind, jobs.c.subject).where(jobs.c.kind != ALIVE)
        return self._read(lambda unit: [tuple(row) for row in unit.connection.execute(rows)])

    def differences(self) -> list[str]:
        """Where stats, ratings and headers do not say what the logs say."""
        return self._read(differences)

    def _read(self, work: Callable[[Unit], T]) -> T:
        return self._store._backend.read(lambda connection: work(Unit(connection))).result()
