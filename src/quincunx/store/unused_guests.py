"""Deleting unused guests: those without any stored data who are no longer logged in.

This includes guests in the terminal, who have no session; the next time, a new guest is created.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Column, ColumnElement, delete, exists, select

from quincunx.store.schema import accounts, metadata, sessions

if TYPE_CHECKING:
    from quincunx.store.store import Unit

PAGE = 500  # guests to check at once


def old_guests(unit: Unit, after: str, before: int) -> list[str]:
    """The next guests by id, of those created before a time."""
    old = (accounts.c.id > after, accounts.c.kind == "guest", accounts.c.created < before)
    return list(
        unit.connection.execute(select(accounts.c.id).where(*old).order_by(accounts.c.id).limit(PAGE)).scalars()
    )


def unused(unit: Unit, some: list[str], now: int) -> list[str]:
    """Those of the accounts that are not logged in anywhere and have no data."""
    return list(unit.connection.execute(select(accounts.c.id).where(*_is_unused(some, now))).scalars())


def delete_unused(unit: Unit, some: list[str], now: int) -> int:
    """Delete those of the accounts that are still unused; returns how many there were."""
    return unit.connection.execute(delete(accounts).where(*_is_unused(some, now))).rowcount


def _is_unused(some: list[str], now: int) -> list[ColumnElement[bool]]:
    here = exists().where(sessions.c.account == accounts.c.id, sessions.c.expires > now)
    tied = [exists().where(column == accounts.c.id) for column in _ties()]
    return [accounts.c.id.in_(some), accounts.c.kind == "guest", ~here, *(~tie for tie in tied)]


def _ties() -> list[Column[str]]:
    """The columns of all other tables, such as seats, that refer to an account."""
    keys = (key for table in metadata.sorted_tables if table is not sessions for key in table.foreign_keys)
    return [key.parent for key in keys if key.column is accounts.c.id]
