"""Databases as earlier versions of the program have left them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import quincunx.store
from quincunx.games.former import FORMER_KEYS
from quincunx.play.events import read_event
from quincunx.store.engine import read_url
from quincunx.store.recompute import Row
from quincunx.store.schema import metadata
from quincunx.store.store import Unit
from quincunx.store.upgrade import OLDEST, upgrade

T = TypeVar("T")

_PAIRS = {key: pair for pair, key in FORMER_KEYS.items()}


class Former(Generic[T]):
    """What `work` writes to a current database, for use in databases of earlier versions where possible."""

    def __init__(self, work: Callable[[Unit], T]) -> None:
        self._folder = TemporaryDirectory()
        self._today = f"sqlite:///{Path(self._folder.name) / 'today.db'}"
        upgrade(self._today)
        with writing(self._today) as connection:
            self.done = work(Unit(connection))
            self.rows = rows_of(Unit(connection))

    def __enter__(self) -> Former[T]:
        return self

    def __exit__(self, *error: object) -> None:
        self._folder.cleanup()

    @staticmethod
    def make_empty(database: str, version: str) -> None:
        """Create the tables of that version."""
        with writing(database) as connection:
            _upgrade_to(connection, version)

    def make(self, database: str, version: str) -> list[str]:
        """Turn the empty database into one of that version; returns the tables that it shares with a current one."""
        self.make_empty(database, version)
        with writing(self._today) as source, writing(database) as target:
            return _copy(source, target)


def make_former(database: str, version: str, work: Callable[[Unit], T]) -> T:
    """Turn the empty database into one of that version, with what `work` writes to a current one where possible."""
    with Former(work) as former:
        former.make(database, version)
        return former.done


@contextmanager
def writing(database: str) -> Iterator[sa.Connection]:
    """A connection that commits at the end."""
    engine = sa.create_engine(read_url(database))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def reading(database: str) -> Iterator[Unit]:
    """A unit on an up-to-date database."""
    with writing(database) as connection:
        yield Unit(connection)


def rows_of(unit: Unit) -> dict[str, set[Row]]:
    """All rows of the tables, with events as the program reads them."""
    rows = {
        table.name: {tuple(row) for row in unit.connection.execute(sa.select(table))}
        for table in metadata.sorted_tables
    }
    return rows | {"events": {(*row[:3], repr(read_event(bytes(row[3])))) for row in rows["events"]}}


def _upgrade_to(connection: sa.Connection, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(quincunx.store.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def _copy(source: sa.Connection, target: sa.Connection) -> list[str]:
    """Copy the rows of the current tables into those of an earlier version; returns the tables that both have."""
    former = sa.MetaData()
    former.reflect(target)
    target.execute(sa.delete(former.tables["counters"]))
    shared = [table for table in former.sorted_tables if table.name in metadata.tables]
    for table in shared:
        rows = source.execute(sa.select(metadata.tables[table.name])).mappings()
        told = [
            _told(dict(row), table, "rules" in former.tables["matches"].c) for row in rows if row.get("name") != OLDEST
        ]
        if told:
            target.execute(sa.insert(table), told)
    return [table.name for table in shared]


def _told(row: dict[str, Any], table: sa.Table, in_pairs: bool) -> dict[str, Any]:
    """A row as an earlier version would have written it; before 0011 a game had two names."""
    if "rules" in table.c:
        row["game"], row["rules"] = _PAIRS[row["game"]]
    if in_pairs and table.name == "events" and row["version"] == 1:
        created = json.loads(row["payload"])
        created["game"], created["rules"] = _PAIRS[created["game"]]
        row["payload"] = json.dumps(created).encode()
    return {name: value for name, value in row.items() if name in table.c}
