"""Upgrades a database to this program's version, and reports its current version.

Two versions of the program may share a database while a site is upgraded, one server at a time. So a database also
stores how old a program that works with it may be (decisions/0006): each migration has a `works_with`, the oldest
version whose programs work with the tables after it. Without one, only programs that know the migration do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DBAPIError

from quincunx.store.engine import is_sqlite, open_postgresql, open_sqlite, read_url
from quincunx.store.errors import StoreError, WrongSchema
from quincunx.store.outage import unavailable
from quincunx.store.schema import counters
from quincunx.words import phrase

_LOCKED = ("55P03", "40P01")  # PostgreSQL: no lock in time, or a deadlock
_ADVISORY_LOCK = 0x5155494E  # any number, the same for every process
PATIENCE = 3_000  # milliseconds: while the upgrade waits for a lock, play waits for the upgrade
OLDEST = "oldest_program"  # the counter with the oldest version that works with the database


def needed() -> str:
    """The version that this program needs."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def found(url: str) -> str | None:
    """The database's version; None if it is empty or its file does not exist."""
    if _missing(url) is not None:
        return None  # connecting would create it
    with _connected(url) as connection:
        return _version(connection)


def check(url: str) -> None:
    """Raise WrongSchema unless the database is at this program's version, or at a newer one that it works with."""
    file = _missing(url)
    if file is not None:
        raise WrongSchema(phrase("store.database.no_file", file=str(file)))
    with _connected(url) as connection:
        version = _version(connection)
        if version != needed() and not _is_newer(connection, version):
            raise WrongSchema(phrase("store.database.needs_upgrade", version=version or "", needed=needed()))


def _missing(url: str) -> Path | None:
    """The database's file if it should exist but does not; None otherwise."""
    address = read_url(url)
    file = Path(address.database or "")
    return file if is_sqlite(address) and not file.exists() else None


def upgrade(url: str) -> None:
    """Run the missing migrations, all or none. If two processes try this, one waits for the other.

    A newer database is left as it is; raises WrongSchema if this program does not work with it.
    """
    config = _config()
    _make_file(url)
    with _connected(url) as connection:
        _begin(connection)
        if not _is_newer(connection, _version(connection)):
            config.attributes["connection"] = connection
            with _reporting_locks():
                command.upgrade(config, "head")
            _note_oldest(connection)
        connection.exec_driver_sql("COMMIT")


def _make_file(url: str) -> None:
    """Create a SQLite file that only its owner can read, because it contains password hashes.

    SQLite creates its additional files with the same permissions.
    """
    file = _missing(url)
    if file is not None:
        with suppress(OSError):  # if it cannot be created, opening it will fail and report that
            os.close(os.open(file, os.O_CREAT, 0o600))


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _is_newer(connection: Connection, version: str | None) -> bool:
    """Whether a newer program has written the database; raises WrongSchema if this one does not work with it."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version is None or version in known:
        return False
    oldest = connection.execute(select(counters.c.value).where(counters.c.name == OLDEST)).scalar()
    if oldest is None or oldest > int(needed()):
        raise WrongSchema(phrase("store.database.newer", version=version, needed=needed()))
    return True


def _note_oldest(connection: Connection) -> None:
    """Store which programs work with the database: those that work with the tables after every migration."""
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    oldest = max(int(getattr(script.module, "works_with", script.revision)) for script in scripts)
    changed = connection.execute(update(counters).where(counters.c.name == OLDEST).values(value=oldest))
    if not changed.rowcount:
        connection.execute(insert(counters).values(name=OLDEST, value=oldest))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files("quincunx.store") / "migrations"))
    return config


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """Open a separate connection; raises StoreError, with a one-line reason, if that fails or the database ends."""
    engine = _open(url)
    try:
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise StoreError(phrase("store.database.not_opened", reason=str(error.orig))) from error
        with connection:
            try:
                yield connection
            except DBAPIError as error:
                raise unavailable(error) or error from error
    finally:
        engine.dispose()


def _open(url: str) -> Engine:
    address = read_url(url)
    if is_sqlite(address):
        return open_sqlite(address, 1)
    return open_postgresql(address, 1).execution_options(isolation_level="AUTOCOMMIT")


def _begin(connection: Connection) -> None:
    """Begin a transaction that only one process can have at a time."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {PATIENCE}")


@contextmanager
def _reporting_locks() -> Iterator[None]:
    """Raise StoreError if something else, such as a PostgreSQL backup, keeps the tables locked for too long."""
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) not in _LOCKED:
            raise
        raise StoreError(phrase("store.database.in_use")) from error
