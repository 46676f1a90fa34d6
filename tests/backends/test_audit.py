"""The audit log, and the database's own guarantee that it is append-only."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from quincunx.store.account_deletion import delete_account
from quincunx.store.audit import Actor

from .conftest import BlockingStore
from .test_moderation import member


def test_entries_come_back_with_todays_names_the_latest_first(store: BlockingStore) -> None:
    ann, bob = member(store, "Ann"), member(store, "Bob")
    store.write(lambda unit: unit.audit.append(1, Actor(), "grant", "moderator: trusted", account=ann.id))
    store.write(lambda unit: unit.audit.append(2, Actor(ann.id, "192.0.2.1"), "ban", "abuse", account=bob.id))
    second, first = store.read(lambda unit: unit.audit.entries())
    assert (first.actor_name, first.account_name, first.network) == (None, "Ann", "")
    assert (second.actor_name, second.account_name, second.network) == ("Ann", "Bob", "192.0.2.1")
    assert [entry.act for entry in store.read(lambda unit: unit.audit.entries(account=bob.id))] == ["ban"]
    assert store.read(lambda unit: unit.audit.entries(before=second.id)) == [first]


@pytest.mark.parametrize(
    "change", ["UPDATE audit SET reason = 'nothing'", "DELETE FROM audit", "DELETE FROM audit WHERE id = 1"]
)
def test_the_database_refuses_to_change_an_entry(store: BlockingStore, change: str) -> None:
    store.write(lambda unit: unit.audit.append(1, Actor(), "ban", "abuse", account="x"))
    before = store.read(lambda unit: unit.audit.entries())
    with pytest.raises(DBAPIError, match="only appended to"):
        store.write(lambda unit: unit.connection.execute(text(change)))
    assert store.read(lambda unit: unit.audit.entries()) == before


def test_postgresql_refuses_to_empty_it_too(store: BlockingStore) -> None:
    if store.url.startswith("sqlite"):
        pytest.skip("SQLite has no TRUNCATE")
    with pytest.raises(DBAPIError, match="only appended to"):
        store.write(lambda unit: unit.connection.execute(text("TRUNCATE audit")))


def test_entries_about_a_deleted_account_stay_without_its_name(store: BlockingStore) -> None:
    ann = member(store, "Ann")
    store.write(lambda unit: unit.audit.append(1, Actor(ann.id), "ban", "abuse", account=ann.id))
    store.write(lambda unit: delete_account(unit, ann.id))
    (entry,) = store.read(lambda unit: unit.audit.entries())
    assert (entry.actor, entry.account) == (ann.id, ann.id)
    assert (entry.actor_name, entry.account_name) == ("deleted", "deleted")
