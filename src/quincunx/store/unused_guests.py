"""Guests who have come, done nothing that is kept, and are not logged in any more.

A guest at the terminal has no session, and is not missed either: the next time there is another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Column, ColumnElement, delete, exists, select

from quincunx.store.schema import accounts, metadata, sessions

if TYPE_CHECKING:
    from quincunx.store.store import Unit

PAGE = 500  # guests that are looked at together


def old_guests(unit: Unit, after: str, before: int) -> list[str]:
    """The next guests by their ids, of those who came before a time."""
    old = (accounts.c.id > after, accounts.c.kind == "guest", accounts.c.created < before)
    return list(
        unit.connection.execute(select(accounts.c.id).where(*old).order_by(accounts.c.id).limit(PAGE)).scalars()
    )


def unused(unit: Unit, some: list[str], now: int) -> list[str]:
    """Those of them who are not logged in anywhere, and in whose name nothing stands."""
    return list(unit.connection.execute(select(accounts.c.id).where(*_is_unused(some, now))).scalars())


def delete_unused(unit: Unit, some: list[str], now: int) -> int:
    """Delete those of them who are unused still; how many."""
    return unit.connection.execute(delete(accounts).where(*_is_unused(some, now))).rowcount


def _is_unused(some: list[str], now: int) -> list[ColumnElement[bool]]:
    here = exists().where(sessions.c.account == accounts.c.id, sessions.c.expires > now)
    tied = [exists().where(column == accounts.c.id) for column in _ties()]
    return [accounts.c.id.in_(some), accounts.c.kind == "guest", ~here, *(~tie for tie in tied)]


def _ties() -> list[Column[str]]:
    """The columns of all other tables, such as a seat's, that name an account."""
    keys = (key for table in metadata.sorted_tables if table is not sessions for key in table.foreign_keys)
    return [key.parent for key in keys if key.column is accounts.c.id]
