"""Database URLs, and the engines for them."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from quincunx.store.errors import StoreError
from quincunx.words import phrase

BUSY_MILLISECONDS = 10_000  # how long a writer waits for another process
DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
PATIENCE = {  # for PostgreSQL; the URL may override these
    "connect_timeout": 5,  # seconds, like the next two
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}
SAFE = (f"busy_timeout={BUSY_MILLISECONDS}", "synchronous=FULL", "foreign_keys=ON")


def read_url(text: str) -> URL:
    """Parse the URL of a database, and set the driver that this program uses."""
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise StoreError(phrase("store.database.no_url")) from error
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise StoreError(phrase("store.database.other_kind", kind=kind))
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError(phrase("store.database.in_memory"))
    return url.set(drivername=DRIVERS[kind])


def is_sqlite(url: URL) -> bool:
    """Whether the database is a local SQLite file."""
    return url.get_backend_name() == "sqlite"


def open_sqlite(url: URL, connections: int, *pragmas: str) -> Engine:
    """An engine for a SQLite file that begins transactions only explicitly; the driver's own handling loses updates."""
    engine = create_engine(
        url, pool_size=connections, max_overflow=0, isolation_level="AUTOCOMMIT", hide_parameters=True
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        for pragma in SAFE:
            connection.execute(f"PRAGMA {pragma}")
        _use_wal(connection)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL mode, with retries: SQLite does not wait if two processes switch a new file at the same time."""
    deadline = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def open_postgresql(url: URL, connections: int, *settings: str) -> Engine:
    """An engine for a PostgreSQL database. It notices within seconds when the server's machine is gone."""
    patience = {name: value for name, value in PATIENCE.items() if name not in url.query}
    try:
        engine = create_engine(
            url,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=patience,
        )
    except ModuleNotFoundError as error:
        raise StoreError(phrase("store.database.no_driver")) from error

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        for setting in settings:
            connection.execute(f"SET {setting}")
        connection.commit()

    return engine
