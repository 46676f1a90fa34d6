"""The processes of a site, one row each. Once a second, every process notes in its row that it is alive.

The row of a process that has ended is kept for a while, because it shows how long the process was alive. If a process
did not run for a while, the time before that has a row, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select

from quincunx.store.dialects import by_dialect
from quincunx.store.prepared import Prepared
from quincunx.store.schema import processes

Kind = Literal["server", "worker"]

DEAD_AFTER = 10_000  # milliseconds without a heartbeat
EARLIER = "/"  # in the id of a row for an earlier life, after the process's own
KEPT = 3_600_000  # milliseconds for which the row of a dead process is kept; the newest server's is always kept


class Process(NamedTuple):
    """A process: it has run without a gap since `since`, and sent its last heartbeat at `seen`."""

    id: str
    kind: Kind
    host: str
    version: str
    since: int
    seen: int


def earlier_life(process: Process) -> Process:
    """The row that keeps when a process was alive, before its own row tells of its next life."""
    return process._replace(id=f"{process.id}{EARLIER}{process.since}")


def _see(dialect: ModuleType) -> Any:
    """The statement that adds a process, or notes that it is alive."""
    added = dialect.insert(processes).values({name: bindparam(name) for name in Process._fields})
    moved = {"since": added.excluded.since, "seen": added.excluded.seen}
    return added.on_conflict_do_update(index_elements=["id"], set_=moved)


_SEE = Prepared(by_dialect(_see))
_ALL = select(*(processes.c[name] for name in Process._fields))


class Processes:
    """All processes, alive and dead."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def see(self, process: Process) -> None:
        """Note that a process is alive."""
        _SEE.run(self._connection, **process._asdict())

    def all(self, *kinds: Kind) -> list[Process]:
        """The processes of these kinds, or all of them, with their earlier lives."""
        chosen = _ALL.where(processes.c.kind.in_(kinds)) if kinds else _ALL
        return [Process(*row) for row in self._connection.execute(chosen.order_by(processes.c.id))]

    def living(self, now: int) -> list[Process]:
        """The processes that have sent a heartbeat recently."""
        recent = processes.c.seen > now - DEAD_AFTER, processes.c.id.not_like(f"%{EARLIER}%")
        rows = self._connection.execute(_ALL.where(*recent).order_by(processes.c.id))
        return [Process(*row) for row in rows]

    def last_seen(self, kind: Kind) -> int | None:
        """The last heartbeat of any process of a kind; None if there has never been one."""
        seen: int | None = self._connection.execute(
            select(func.max(processes.c.seen)).where(processes.c.kind == kind)
        ).scalar()
        return seen

    def remove(self, ids: Sequence[str]) -> None:
        """Remove processes."""
        self._connection.execute(delete(processes).where(processes.c.id.in_(ids)))

    def remove_dead(self, now: int) -> None:
        """Remove the rows of processes that have long been dead, except the newest server's."""
        newest = self.last_seen("server")
        old = delete(processes).where(processes.c.seen < now - KEPT)
        self._connection.execute(old if newest is None else old.where(processes.c.seen < newest))
