"""The seeks of the pool, one row each. Old ones are kept for a while: they show who has left, and into which match.

A seek belongs to a connection, given by its process and a number. It waits as long as its row is not marked as gone and
its process is alive. `me` is always the asking process, which is alive even if its last heartbeat is old.
"""

from __future__ import annotations

from collections.abc import Collection
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, or_, select, update

from quincunx.play.pairing import Seek
from quincunx.protocol.accounts import Account
from quincunx.store.dialects import by_dialect
from quincunx.store.errors import SeekGone
from quincunx.store.processes import DEAD_AFTER
from quincunx.store.schema import accounts, processes, seeks

LATELY = 60_000  # milliseconds for which a client that has reconnected may ask for a paired seek again

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Seek)


class SeekRow(NamedTuple):
    """A seek, the client's own id for it, and its connection; if it is gone, also since when and into which match."""

    seek: Seek
    request: str
    process: str
    line: int
    changed: int
    gone: int | None = None
    match: str | None = None


def _put(dialect: ModuleType) -> Any:
    """The statement that adds a seek, or moves it to another connection."""
    names = ("id", "account", "request", "process", "line", "since", "changed", "payload")
    added = dialect.insert(seeks).values({name: bindparam(name) for name in names})
    moved = {name: added.excluded[name] for name in ("process", "line", "changed")}
    key = ["account", "request"]
    statement = added.on_conflict_do_update(index_elements=key, index_where=seeks.c.gone.is_(None), set_=moved)
    return statement.returning(seeks.c.payload)


_WAITS = seeks.c.gone.is_(None)
_IS_ALIVE = or_(
    seeks.c.process == bindparam("me"),
    seeks.c.process.in_(select(processes.c.id).where(processes.c.seen > bindparam("seen"))),
)
_MINE = seeks.c.account == bindparam("who")
_COLUMNS = tuple(seeks.c[name] for name in ("payload", *SeekRow._fields[1:]))
_ROWS = select(*_COLUMNS)

_PUT = by_dialect(_put)
_OF_ACCOUNT = _ROWS.where(
    _MINE, or_(_WAITS & _IS_ALIVE, seeks.c.match.is_not(None) & (seeks.c.gone > bindparam("lately")))
)
_WAITING = _ROWS.where(_WAITS, _IS_ALIVE)
_CHANGED = _ROWS.where(seeks.c.changed >= bindparam("after"))
_CHANGED_OF = _CHANGED.where(seeks.c.process == bindparam("process"))
_COUNT = select(func.count()).select_from(seeks).where(_WAITS, _IS_ALIVE)
_WHO = (accounts.c.id, accounts.c.kind, accounts.c.name, accounts.c.created)
_WITH_ACCOUNT = select(*_COLUMNS, *_WHO, _IS_ALIVE.label("lives")).join_from(seeks, accounts)
_FOUND = _WITH_ACCOUNT.where(seeks.c.id == bindparam("id"))
_LISTED = _WITH_ACCOUNT.where(_WAITS, _IS_ALIVE).order_by(seeks.c.since, seeks.c.id).limit(bindparam("most"))
_GO = update(seeks).values(gone=bindparam("now"), changed=bindparam("now")).where(_WAITS)
_LEAVE = _GO.where(seeks.c.process == bindparam("of"), seeks.c.line == bindparam("number"), _MINE)
_LEAVE_ALL = _GO.where(seeks.c.process == bindparam("of"))
_TAKE = (
    _GO.values(match=bindparam("into"))
    .where(seeks.c.account.in_(bindparam("players", expanding=True)))
    .returning(seeks.c.id, _IS_ALIVE.label("lives"))
)
_OLD = or_(
    seeks.c.gone < bindparam("before"),
    _WAITS
    & (seeks.c.changed < bindparam("before"))
    & seeks.c.process.not_in(select(processes.c.id).where(processes.c.seen >= bindparam("before"))),
)
_SWEEP = delete(seeks).where(_OLD)
_ANY_OLD = select(seeks.c.id).where(_OLD).limit(1)


class Seeks:
    """All seeks."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, seek: Seek, request: str, process: str, line: int, now: int) -> Seek:
        """Add a seek of a connection and return it.

        If a seek of the same request is waiting already, that one moves to this connection and is returned.
        """
        row = {"id": seek.id, "account": seek.account, "request": request, "process": process, "line": line}
        row |= {"since": seek.since, "changed": now, "payload": _ENCODER.encode(seek)}
        return _DECODER.decode(self._connection.execute(_PUT[self._connection.dialect.name], row).scalar_one())

    def of_account(self, account: str, me: str, now: int) -> list[SeekRow]:
        """The waiting seeks of an account, and those that were paired recently."""
        return self._read(_OF_ACCOUNT, _living(me, now) | {"who": account, "lately": now - LATELY})

    def leave(self, account: str, process: str, line: int, now: int) -> None:
        """Remove the seeks of a connection."""
        self._connection.execute(_LEAVE, {"who": account, "of": process, "number": line, "now": now})

    def leave_all(self, process: str, now: int) -> None:
        """Remove the seeks of all connections of a process."""
        self._connection.execute(_LEAVE_ALL, {"of": process, "now": now})

    def take(self, ids: Collection[str], players: Collection[str], match: str, me: str, now: int) -> list[str]:
        """Remove all seeks of the two players, who are about to play a match; returns their ids.

        Raises SeekGone if one of these seeks no longer waits; the transaction must then be rolled back.
        """
        terms = _living(me, now) | {"players": list(players), "into": match, "now": now}
        taken = {row.id: bool(row.lives) for row in self._connection.execute(_TAKE, terms)}
        missing = [id for id in ids if not taken.get(id)]
        if missing:
            raise SeekGone(missing)
        return list(taken)

    def waiting(self, me: str, now: int) -> list[SeekRow]:
        """All waiting seeks."""
        return self._read(_WAITING, _living(me, now))

    def changed(self, after: int, process: str | None = None) -> list[SeekRow]:
        """The seeks that were added, moved or removed since that time: all, or those of a process."""
        if process is None:
            return self._read(_CHANGED, {"after": after})
        return self._read(_CHANGED_OF, {"after": after, "process": process})

    def find(self, id: str, me: str, now: int) -> tuple[SeekRow, Account, bool] | None:
        """A seek, waiting or not, with its account and whether it waits; None if there is no such seek."""
        row = self._connection.execute(_FOUND, _living(me, now) | {"id": id}).first()
        if row is None:
            return None
        found = _row(row[: len(_COLUMNS)])
        return found, Account(*row[len(_COLUMNS) : -1]), found.gone is None and bool(row.lives)

    def listed(self, most: int, me: str, now: int) -> tuple[int, list[tuple[Seek, Account]]]:
        """The number of waiting seeks, and the longest-waiting ones with their accounts."""
        terms = _living(me, now)
        count: int = self._connection.execute(_COUNT, terms).scalar_one()
        rows = self._connection.execute(_LISTED, terms | {"most": most}) if count else ()
        return count, [(_DECODER.decode(row[0]), Account(*row[len(_COLUMNS) : -1])) for row in rows]

    def are_old(self, before: int) -> bool:
        """Whether there is anything to sweep."""
        return self._connection.execute(_ANY_OLD, {"before": before}).first() is not None

    def sweep(self, before: int) -> None:
        """Delete seeks that were gone before that time, and those of processes that died before it."""
        self._connection.execute(_SWEEP, {"before": before})

    def clear(self) -> None:
        """Delete all seeks, for a process that runs alone and has just started."""
        self._connection.execute(delete(seeks))

    def _read(self, chosen: Any, terms: dict[str, object]) -> list[SeekRow]:
        return [_row(row) for row in self._connection.execute(chosen, terms)]


def _living(me: str, now: int) -> dict[str, object]:
    """The parameters of the condition that a seek's process is alive."""
    return {"me": me, "seen": now - DEAD_AFTER}


def _row(row: Any) -> SeekRow:
    return SeekRow(_DECODER.decode(row[0]), *row[1:])
