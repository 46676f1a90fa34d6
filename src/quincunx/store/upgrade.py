"""Brings a database to this program's version, and says at which one it is."""

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

_ADVISORY_LOCK = 0x5155494E  # any number, the same for every process


def needed() -> str:
    """The version that this program needs."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def found(url: str) -> str | None:
    """The version that the database is at; None for an empty one, and for a file that is not there."""
    if _missing(url) is not None:
        return None  # to look does not make it
    with _connected(url) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def check(url: str) -> None:
    """WrongSchema unless the database is at this program's version."""
    file = _missing(url)
    if file is not None:
        raise WrongSchema(f"there is no file {file}; quincunx db upgrade would make an empty one")
    version = found(url)
    if version != needed():
        state = "empty" if version is None else f"at version {version}"
        raise WrongSchema(f"the database is {state}, this program needs {needed()}: run quincunx db upgrade")


def _missing(url: str) -> Path | None:
    """The file of the database, where it has one that is not there."""
    address = read_url(url)
    file = Path(address.database or "")
    return file if is_sqlite(address) and not file.exists() else None


def upgrade(url: str) -> None:
    """Do the steps that are missing, all or none; of two processes that try, one waits for the other."""
    config = _config()
    _make_file(url)
    with _connected(url) as connection:
        _begin(connection)
        config.attributes["connection"] = connection
        _known(connection)
        command.upgrade(config, "head")
        connection.exec_driver_sql("COMMIT")


def _make_file(url: str) -> None:
    """A SQLite file is for its owner only, it holds hashes of passwords; those that SQLite puts beside it follow it."""
    file = _missing(url)
    if file is not None:
        with suppress(OSError):  # where it cannot be made, it cannot be opened, and that is told
            os.close(os.open(file, os.O_CREAT, 0o600))


def _known(connection: Connection) -> None:
    """WrongSchema for a database that a newer program has written."""
    version = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version is not None and version not in known:
        raise WrongSchema(f"the database is at version {version}, which this program does not know: it is newer")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files("quincunx.store") / "migrations"))
    return config


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """A connection of its own; StoreError says in a line why there can be none."""
    engine = _open(url)
    try:
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise StoreError(f"the database cannot be opened: {error.orig}") from error
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
    """A transaction that only one process has at a time."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
