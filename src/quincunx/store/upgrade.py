"""Upgrades a database to this program's version, and reports its current version."""

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
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from quincunx.store.engine import is_sqlite, open_postgresql, open_sqlite, read_url
from quincunx.store.errors import StoreError, WrongSchema
from quincunx.words import phrase

_ADVISORY_LOCK = 0x5155494E  # any number, the same for every process


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
        return MigrationContext.configure(connection).get_current_revision()


def check(url: str) -> None:
    """Raise WrongSchema unless the database is at this program's version."""
    file = _missing(url)
    if file is not None:
        raise WrongSchema(phrase("store.database.no_file", file=str(file)))
    version = found(url)
    if version != needed():
        raise WrongSchema(phrase("store.database.needs_upgrade", version=version or "", needed=needed()))


def _missing(url: str) -> Path | None:
    """The database's file if it should have one that does not exist; otherwise None."""
    address = read_url(url)
    file = Path(address.database or "")
    return file if is_sqlite(address) and not file.exists() else None


def upgrade(url: str) -> None:
    """Run the missing migrations, all or none; of two processes that try this, one waits for the other."""
    config = _config()
    _make_file(url)
    with _connected(url) as connection:
        _begin(connection)
        config.attributes["connection"] = connection
        _known(connection)
        command.upgrade(config, "head")
        connection.exec_driver_sql("COMMIT")


def _make_file(url: str) -> None:
    """Create a SQLite file that only its owner can read, because it contains password hashes.

    SQLite creates its additional files with the same permissions.
    """
    file = _missing(url)
    if file is not None:
        with suppress(OSError):  # if it cannot be created, opening it will fail and report that
            os.close(os.open(file, os.O_CREAT, 0o600))


def _known(connection: Connection) -> None:
    """Raise WrongSchema if the database was written by a newer program."""
    version = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version is not None and version not in known:
        raise WrongSchema(phrase("store.database.newer", version=version))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files("quincunx.store") / "migrations"))
    return config


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """Open a separate connection; raises StoreError, with a one-line reason, if that fails."""
    engine = _open(url)
    try:
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise StoreError(phrase("store.database.not_opened", reason=str(error.orig))) from error
        with connection:
            yield connection
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
