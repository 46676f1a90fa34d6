"""The logs of events. A log determines its match; the store does not interpret the events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from quincunx.store.dialects import adding
from quincunx.store.errors import Conflict, Missing, Repeated
from quincunx.store.prepared import Prepared
from quincunx.store.schema import commands, events, matches
from quincunx.words import phrase

_ADVANCE = Prepared(
    update(matches)
    .where(matches.c.id == bindparam("match"), matches.c.version == bindparam("after"))
    .values(version=bindparam("last"), updated=bindparam("at"))
)
_INSERT = Prepared(insert(events))
_KEEP = Prepared(adding(commands))
_READ = (
    select(events.c.version, events.c.at, events.c.payload)
    .where(events.c.match == bindparam("match"), events.c.version > bindparam("since"))
    .order_by(events.c.version)
)
_VERSION = select(matches.c.version).where(matches.c.id == bindparam("match"))
_HANDLED = select(commands.c.first, commands.c.last).where(
    commands.c.match == bindparam("match"),
    commands.c.actor == bindparam("actor"),
    commands.c.command == bindparam("command"),
)


class Logged(NamedTuple):
    """An event with its number in the match's log, which starts at 1."""

    version: int
    at: int
    payload: bytes


class Log:
    """The events of all matches, in order and without gaps."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def append(
        self, match: str, *, after: int, events: Sequence[bytes], at: int, command: tuple[str, str] | None = None
    ) -> int:
        """Append events after a version, and return the version of the last one.

        Raises Conflict if the log has grown in the meantime, and Repeated if the command (who sent it, its id) was
        handled before. Either rolls back the transaction.
        """
        last = after + len(events)
        advanced = _ADVANCE.run(self._connection, match=match, after=after, last=last, at=at)
        if advanced.rowcount == 0:
            raise self._late(match, after, command)
        for version, payload in enumerate(events, after + 1):
            _INSERT.run(self._connection, match=match, version=version, at=at, payload=payload)
        if command is not None:
            self._keep(match, *command, range(after + 1, last + 1))
        return last

    def require(self, match: str, version: int) -> None:
        """Raise Conflict if the log has grown since that version, for transactions that only depend on it."""
        if self._version(match) != version:
            raise self._late(match, version, None)

    def read(self, match: str, since: int = 0) -> list[Logged]:
        """The events after a version."""
        rows = self._connection.execute(_READ, {"match": match, "since": since})
        return [Logged(version, at, bytes(payload)) for version, at, payload in rows]

    def first(self, match: str) -> Logged:
        """The event that created the match; raises Missing if there is none."""
        row = self._connection.execute(_READ.limit(1), {"match": match, "since": 0}).first()
        if row is None:
            raise Missing(phrase("store.match.no_such_match", match=match))
        return Logged(row.version, row.at, bytes(row.payload))

    def handled(self, match: str, actor: str, command: str) -> range | None:
        """The versions of the command's events, or None if it has not been handled."""
        row = self._connection.execute(_HANDLED, {"match": match, "actor": actor, "command": command}).first()
        return None if row is None else range(row.first, row.last + 1)

    def _keep(self, match: str, actor: str, command: str, versions: range) -> None:
        """Remember the command's events; raises Repeated if it was handled before."""
        first, last = versions.start, versions.stop - 1
        kept = _KEEP.run(self._connection, match=match, actor=actor, command=command, first=first, last=last)
        if kept.rowcount == 0:
            before = self.handled(match, actor, command)
            assert before is not None
            raise Repeated(before)

    def _late(self, match: str, after: int, command: tuple[str, str] | None) -> Conflict | Repeated | Missing:
        """The error that explains why events cannot follow that version."""
        if command is not None and (versions := self.handled(match, *command)) is not None:
            return Repeated(versions)
        version = self._version(match)
        if version is None:
            return Missing(phrase("store.match.no_such_match", match=match))
        return Conflict(phrase("store.match.moved_on", version=version, expected=after))

    def _version(self, match: str) -> int | None:
        version: int | None = self._connection.execute(_VERSION, {"match": match}).scalar()
        return version
