"""The migrations make the tables that the code expects, once, whoever runs them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from quincunx.store.engine import read_url
from quincunx.store.errors import StoreError, WrongSchema
from quincunx.store.schema import metadata
from quincunx.store.upgrade import check, found, needed, upgrade


def test_migrated_tables_are_the_ones_in_the_code(database: str) -> None:
    upgrade(database)
    engine = create_engine(read_url(database))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_an_empty_database_is_refused_until_it_is_upgraded(database: str) -> None:
    with pytest.raises(WrongSchema, match="quincunx db upgrade"):
        check(database)
    assert found(database) is None
    upgrade(database)
    upgrade(database)
    assert found(database) == needed()
    check(database)


def test_a_newer_database_is_left_alone(database: str) -> None:
    upgrade(database)
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(WrongSchema, match="newer"):
        upgrade(database)
    with pytest.raises(WrongSchema, match="9999"):
        check(database)


def test_two_who_upgrade_at_once_do_not_clash(database: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(upgrade, [database] * 4)) == [None] * 4
    check(database)


@pytest.mark.parametrize("text", ["", "nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(StoreError):
        read_url(text)
