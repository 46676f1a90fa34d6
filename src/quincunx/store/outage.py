"""Distinguishes temporary errors, such as a database that restarts or a full disk, from permanent ones."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, TimeoutError

from quincunx.store.errors import Unavailable
from quincunx.words import phrase

FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
AWAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
PRIMARY = 0xFF  # the part of SQLite's error codes that names the kind of error
DISK_FULL = "53100"  # of PostgreSQL
READ_ONLY = "25006"  # the server has become a standby of another one
PAUSED = "25P03"  # this process was suspended in the middle of a transaction, which the server has ended


def unavailable(error: DBAPIError | TimeoutError) -> Unavailable | None:
    """The error to raise instead if trying again may help; None otherwise."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        kind = getattr(cause, "sqlite_errorcode", 0) & PRIMARY
        is_full, is_away = kind in FULL, kind in AWAY
    else:
        state = getattr(cause, "sqlstate", None)
        is_full = state == DISK_FULL
        is_away = isinstance(error, OperationalError | InterfaceError | TimeoutError) or state in (READ_ONLY, PAUSED)
    if not is_full and not is_away:
        return None
    text = phrase("store.database.full") if is_full else phrase("store.database.away")
    return Unavailable(text, f"{type(cause).__name__}: {str(cause).partition(chr(10))[0]}")
