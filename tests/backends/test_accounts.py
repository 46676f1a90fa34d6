"""Accounts, sessions and tokens, as the database keeps them."""

from __future__ import annotations

import asyncio
import threading

import pytest
from sqlalchemy import text

from quincunx.store.errors import Missing, Reserved, Taken
from quincunx.store.keys import SESSION_LASTS
from quincunx.store.matches import Header, Seat
from quincunx.store.store import Unit

from .conftest import Waiting


def test_names_are_one_persons_however_capitalised(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    with pytest.raises(Taken):
        store.write(lambda unit: unit.accounts.add_member("aNN", "other", 2))
    assert store.read(lambda unit: unit.accounts.named("ANN")) == ann
    assert store.read(lambda unit: unit.accounts.credentials("ann")) == (ann, "hash")
    assert store.read(lambda unit: unit.accounts.credentials("bob")) is None


@pytest.mark.parametrize("name", ["deleted", "Deleted", "guest-Ab12Cd", "GUEST-x"])
def test_nobody_takes_a_name_that_the_program_gives_out(store: Waiting, name: str) -> None:
    guest = store.write(lambda unit: unit.accounts.add_guest(1))
    with pytest.raises(Reserved):
        store.write(lambda unit: unit.accounts.add_member(name, "hash", 1))
    with pytest.raises(Reserved):
        store.write(lambda unit: unit.accounts.make_member(guest.id, name, "hash"))
    assert store.read(lambda unit: unit.accounts.named(name)) is None


def test_of_two_who_want_a_name_at_once_one_has_it(store: Waiting) -> None:
    async def both() -> list[object]:
        works = [store.store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1)) for _ in range(5)]
        return await asyncio.gather(*works, return_exceptions=True)

    assert sum(isinstance(result, Taken) for result in store.run(both())) == 4


def test_a_guest_registers_and_stays_the_same(store: Waiting) -> None:
    guest = store.write(lambda unit: unit.accounts.add_guest(1))
    member = store.write(lambda unit: unit.accounts.make_member(guest.id, "Ann", "hash"))
    assert (member.id, member.kind, member.name) == (guest.id, "member", "Ann")
    with pytest.raises(Missing):  # once only: a member is no guest
        store.write(lambda unit: unit.accounts.make_member(guest.id, "Eve", "hash"))


def test_a_password_is_replaced_only_while_it_is_the_one_that_was_checked(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "old", 1))
    assert store.write(lambda unit: unit.accounts.replace_password(ann.id, "old", "new"))
    assert not store.write(lambda unit: unit.accounts.replace_password(ann.id, "old", "older"))
    assert store.write(lambda unit: unit.accounts.replace_password(ann.id, "new", "new"))
    store.write(lambda unit: unit.accounts.delete(ann.id))
    assert not store.write(lambda unit: unit.accounts.replace_password(ann.id, "new", "new"))


def test_a_session_is_found_by_its_secret_until_it_expires_or_is_closed(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret = store.write(lambda unit: unit.sessions.open(ann.id, "Firefox", 100))
    find = lambda now: store.read(lambda unit: unit.sessions.find(secret, now))  # noqa: E731
    found = find(200)
    assert found is not None
    assert (found[0], found[1].agent) == (ann, "Firefox")
    assert find(100 + SESSION_LASTS) is None
    store.write(lambda unit: unit.sessions.touch(found[1].id, 300))
    assert find(100 + SESSION_LASTS) is not None
    assert not store.write(lambda unit: unit.sessions.close("somebody else", found[1].id))
    assert store.write(lambda unit: unit.sessions.close(ann.id, found[1].id))
    assert find(400) is None


def test_all_sessions_of_one_account_are_closed(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    ben = store.write(lambda unit: unit.accounts.add_member("Ben", "hash", 1))
    for account in (ann, ann, ben):
        store.write(lambda unit, account=account: unit.sessions.open(account.id, "x", 1))
    assert store.write(lambda unit: unit.sessions.close_all(ann.id)) == 2
    assert store.read(lambda unit: unit.sessions.of_account(ann.id, 2)) == []
    assert len(store.read(lambda unit: unit.sessions.of_account(ben.id, 2))) == 1


def test_a_token_says_what_it_may_do(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret, token = store.write(lambda unit: unit.tokens.add(ann.id, "my bot", ["read", "play"], 5, 50))
    assert store.read(lambda unit: unit.tokens.find(secret, 10)) == (ann, token)
    assert store.read(lambda unit: unit.tokens.find(secret, 50)) is None
    assert store.read(lambda unit: unit.tokens.find(secret + "x", 10)) is None
    assert token.scopes == ("read", "play")
    assert not store.write(lambda unit: unit.tokens.revoke("somebody else", token.id))
    assert store.write(lambda unit: unit.tokens.revoke(ann.id, token.id))
    assert store.read(lambda unit: unit.tokens.find(secret, 10)) is None


def test_a_token_that_is_asked_for_while_the_password_is_being_changed_is_not_made(store: Waiting) -> None:
    """The change is not committed yet when the token is wanted: it waits for it, and the session has ended by then."""
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "old", 1))
    store.write(lambda unit: unit.sessions.open(ann.id, "x", 1))
    session = store.read(lambda unit: unit.sessions.of_account(ann.id, 2))[0].id
    changed, wanted = threading.Event(), threading.Event()

    def change(unit: Unit) -> None:
        assert unit.accounts.replace_password(ann.id, "old", "new")
        unit.sessions.close_all(ann.id)
        unit.tokens.revoke_all(ann.id)
        changed.set()
        assert wanted.wait(60)

    def make(unit: Unit) -> bool:
        wanted.set()
        stands = unit.sessions.hold(ann.id, session, 2)
        if stands:
            unit.tokens.add(ann.id, "my bot", ["play"], 5, None)
        return stands

    async def story() -> bool:
        changing = asyncio.create_task(store.store.write(change))
        assert await asyncio.to_thread(changed.wait, 60)
        making = asyncio.create_task(store.store.write(make))
        if store.url.startswith("sqlite"):  # which has one writer, so nothing overlaps
            wanted.set()
        await changing
        return await making

    assert store.run(story()) is False
    assert store.read(lambda unit: unit.tokens.of_account(ann.id)) == []


def test_a_token_that_is_being_made_when_the_password_changes_dies_with_the_old_one(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "old", 1))
    store.write(lambda unit: unit.sessions.open(ann.id, "x", 1))
    session = store.read(lambda unit: unit.sessions.of_account(ann.id, 2))[0].id
    made, changing = threading.Event(), threading.Event()

    def make(unit: Unit) -> str:
        assert unit.sessions.hold(ann.id, session, 2)
        secret, _ = unit.tokens.add(ann.id, "my bot", ["play"], 5, None)
        made.set()
        assert changing.wait(60)
        return secret

    def change(unit: Unit) -> None:
        changing.set()
        assert unit.accounts.replace_password(ann.id, "old", "new")
        unit.tokens.revoke_all(ann.id)

    async def story() -> str:
        making = asyncio.create_task(store.store.write(make))
        assert await asyncio.to_thread(made.wait, 60)
        change_task = asyncio.create_task(store.store.write(change))
        if store.url.startswith("sqlite"):
            changing.set()
        await change_task
        return await making

    secret = store.run(story())
    assert store.read(lambda unit: unit.tokens.find(secret, 6)) is None


def test_the_database_holds_no_secret(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    session = store.write(lambda unit: unit.sessions.open(ann.id, "x", 1))
    token, _ = store.write(lambda unit: unit.tokens.add(ann.id, "my bot", ["play"], 5, None))
    rows = store.read(
        lambda unit: [
            str(row)
            for table in ("sessions", "tokens")
            for row in unit.connection.execute(text(f"SELECT * FROM {table}"))
        ]
    )
    assert not [row for row in rows if session in row or token in row]


def test_a_deleted_account_leaves_its_matches_and_nothing_else(store: Waiting) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret = store.write(lambda unit: unit.sessions.open(ann.id, "x", 1))
    header = Header(
        id="m",
        game="cengers",
        rules="seed",
        kind="bot",
        status="finished",
        seats=(Seat(ann.id), Seat(bot="level 1")),
        created=1,
    )
    store.write(lambda unit: unit.matches.create(header))
    store.write(lambda unit: unit.accounts.delete(ann.id))
    assert store.read(lambda unit: unit.sessions.find(secret, 2)) is None
    assert store.read(lambda unit: unit.accounts.named("ann")) is None
    gone = store.read(lambda unit: unit.accounts.get(ann.id))
    assert (gone.kind, gone.name) == ("deleted", "deleted")
    assert store.read(lambda unit: unit.matches.get("m")).seats[0] == Seat(ann.id)
    store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))  # the name is free again
