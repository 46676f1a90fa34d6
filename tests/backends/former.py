"""Databases as earlier versions of the program have left them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

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
from quincunx.store.upgrade import upgrade

T = TypeVar("T")

_PAIRS = {key: pair for pair, key in FORMER_KEYS.items()}


def make_former(database: str, version: str, work: Callable[[Unit], T]) -> T:
    """Make the empty database one of that version, filled with what `work` writes to a current one where possible."""
    with TemporaryDirectory() as folder:
        today = f"sqlite:///{Path(folder) / 'today.db'}"
        upgrade(today)
        with writing(today) as connection:
            done = work(Unit(connection))
        with writing(database) as connection:
            _upgrade_to(connection, version)
        with writing(today) as source, writing(database) as target:
            _copy(source, target)
    return done


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


def _copy(source: sa.Connection, target: sa.Connection) -> None:
    """Copy the rows of the current tables into those of an earlier version."""
    former = sa.MetaData()
    former.reflect(target)
    target.execute(sa.delete(former.tables["counters"]))
    for table in former.sorted_tables:
        if table.name in metadata.tables:
            rows = source.execute(sa.select(metadata.tables[table.name])).mappings()
            told = [_told(dict(row), table) for row in rows]
            if told:
                target.execute(sa.insert(table), told)


def _told(row: dict[str, Any], table: sa.Table) -> dict[str, Any]:
    """A row as an earlier version would have written it."""
    if "rules" in table.c:
        row["game"], row["rules"] = _PAIRS[row["game"]]
    if table.name == "events" and row["version"] == 1:
        created = json.loads(row["payload"])
        created["game"], created["rules"] = _PAIRS[created["game"]]
        row["payload"] = json.dumps(created).encode()
    return {name: value for name, value in row.items() if name in table.c}
