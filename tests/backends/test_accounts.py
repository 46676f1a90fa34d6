"""Accounts, sessions and tokens in the database."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from quincunx.protocol.security import EmailAddress
from quincunx.store.errors import Missing, Reserved, Taken
from quincunx.store.matches import Header, Seat
from quincunx.store.second_factors import SecondFactor
from quincunx.store.sessions import SESSION_ENDS, SESSION_LASTS
from quincunx.store.store import Unit
from quincunx.store.tickets import LASTS, MOST_TRIES, Ticket

from .conftest import BlockingStore


def test_names_are_one_persons_however_capitalised(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    with pytest.raises(Taken):
        store.write(lambda unit: unit.accounts.add_member("aNN", "other", 2))
    assert store.read(lambda unit: unit.accounts.named("ANN")) == ann
    assert store.read(lambda unit: unit.accounts.credentials("ann")) == (ann, "hash")
    assert store.read(lambda unit: unit.accounts.credentials("bob")) is None


@pytest.mark.parametrize("name", ["deleted", "Deleted", "guest-Ab12Cd", "GUEST-x"])
def test_nobody_takes_a_name_that_the_program_gives_out(store: BlockingStore, name: str) -> None:
    guest = store.write(lambda unit: unit.accounts.add_guest(1))
    with pytest.raises(Reserved):
        store.write(lambda unit: unit.accounts.add_member(name, "hash", 1))
    with pytest.raises(Reserved):
        store.write(lambda unit: unit.accounts.make_member(guest.id, name, "hash"))
    assert store.read(lambda unit: unit.accounts.named(name)) is None


def test_of_two_who_want_a_name_at_once_one_has_it(store: BlockingStore) -> None:
    async def both() -> list[object]:
        works = [store.store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1)) for _ in range(5)]
        return await asyncio.gather(*works, return_exceptions=True)

    assert sum(isinstance(result, Taken) for result in store.run(both())) == 4


def test_a_guest_registers_and_stays_the_same(store: BlockingStore) -> None:
    guest = store.write(lambda unit: unit.accounts.add_guest(1))
    member = store.write(lambda unit: unit.accounts.make_member(guest.id, "Ann", "hash"))
    assert (member.id, member.kind, member.name) == (guest.id, "member", "Ann")
    with pytest.raises(Missing):  # only once: a member is no longer a guest
        store.write(lambda unit: unit.accounts.make_member(guest.id, "Eve", "hash"))


def test_a_password_is_replaced_only_while_it_is_the_one_that_was_checked(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "old", 1))
    assert store.write(lambda unit: unit.accounts.replace_password(ann.id, "old", "new"))
    assert not store.write(lambda unit: unit.accounts.replace_password(ann.id, "old", "older"))
    assert store.write(lambda unit: unit.accounts.replace_password(ann.id, "new", "new"))
    store.write(lambda unit: unit.accounts.delete(ann.id))
    assert not store.write(lambda unit: unit.accounts.replace_password(ann.id, "new", "new"))


def test_a_session_is_found_by_its_secret_until_it_expires_or_is_closed(store: BlockingStore) -> None:
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


def test_a_session_in_use_ends_ninety_days_after_the_log_in(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret = store.write(lambda unit: unit.sessions.open(ann.id, "x", 1000))
    found = store.read(lambda unit: unit.sessions.find(secret, 1001))
    assert found is not None
    at, end = 1000, 1000 + SESSION_ENDS
    while at < end - 1:
        at = min(at + SESSION_LASTS - 1, end - 1)
        assert store.read(lambda unit, at=at: unit.sessions.find(secret, at)) is not None
        store.write(lambda unit, at=at: unit.sessions.touch(found[1].id, at))
    assert store.read(lambda unit: unit.sessions.find(secret, end)) is None
    assert store.read(lambda unit: unit.sessions.of_account(ann.id, end)) == []
    assert not store.write(lambda unit: unit.sessions.hold(ann.id, found[1].id, end))


def test_a_session_of_an_older_program_ends_too(store: BlockingStore) -> None:
    """Each use used to extend it by thirty days, without a limit."""
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret = store.write(lambda unit: unit.sessions.open(ann.id, "x", 1000))
    late = text("UPDATE sessions SET expires = :late")
    store.write(lambda unit: unit.connection.execute(late, {"late": 10 * SESSION_ENDS}).rowcount)
    found = store.read(lambda unit: unit.sessions.find(secret, 999 + SESSION_ENDS))
    assert found is not None
    assert found[1].expires == 1000 + SESSION_ENDS
    assert store.read(lambda unit: unit.sessions.find(secret, 1000 + SESSION_ENDS)) is None
    assert store.write(lambda unit: unit.sessions.sweep(1000 + SESSION_ENDS)) == 1


def test_all_sessions_of_one_account_are_closed(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    ben = store.write(lambda unit: unit.accounts.add_member("Ben", "hash", 1))
    for account in (ann, ann, ben):
        store.write(lambda unit, account=account: unit.sessions.open(account.id, "x", 1))
    assert store.write(lambda unit: unit.sessions.close_all(ann.id)) == 2
    assert store.read(lambda unit: unit.sessions.of_account(ann.id, 2)) == []
    assert len(store.read(lambda unit: unit.sessions.of_account(ben.id, 2))) == 1


def test_a_token_says_what_it_may_do(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret, token = store.write(lambda unit: unit.tokens.add(ann.id, "my bot", ["read", "play"], 5, 50))
    assert store.read(lambda unit: unit.tokens.find(secret, 10)) == (ann, token)
    assert store.read(lambda unit: unit.tokens.find(secret, 50)) is None
    assert store.read(lambda unit: unit.tokens.find(secret + "x", 10)) is None
    assert token.scopes == ("read", "play")
    assert not store.write(lambda unit: unit.tokens.revoke("somebody else", token.id))
    assert store.write(lambda unit: unit.tokens.revoke(ann.id, token.id))
    assert store.read(lambda unit: unit.tokens.find(secret, 10)) is None


class Crossing:
    """Two units on the same member; the second starts before the first is committed.

    The first continues when the second has done everything, or waits for the first.
    """

    def __init__(self, store: BlockingStore) -> None:
        self._store = store
        self.ann = store.write(lambda unit: unit.accounts.add_member("Ann", "old", 1)).id
        store.write(lambda unit: unit.sessions.open(self.ann, "x", 1))
        self.session = store.read(lambda unit: unit.sessions.of_account(self.ann, 2))[0].id

    def change(self, unit: Unit) -> None:
        """Set a new password."""
        assert unit.accounts.replace_password(self.ann, "old", "new")
        unit.sessions.close_all(self.ann)
        unit.tokens.revoke_all(self.ann)

    def make(self, unit: Unit) -> None:
        """Make a token, if the session is valid."""
        if unit.sessions.hold(self.ann, self.session, 2):
            unit.tokens.add(self.ann, "my bot", ["play"], 5, None)

    def run(self, first: Callable[[Unit], None], second: Callable[[Unit], None]) -> None:
        done, may_end = threading.Event(), threading.Event()

        def work(unit: Unit) -> None:
            first(unit)
            done.set()
            assert may_end.wait(60)

        async def story() -> None:
            write = self._store.store.write
            one = asyncio.create_task(write(work))
            assert await asyncio.to_thread(done.wait, 60)
            other = asyncio.create_task(write(second))
            while not other.done() and not await self._is_waiting():
                pass
            may_end.set()
            await asyncio.gather(one, other)

        self._store.run(story())

    async def _is_waiting(self) -> bool:
        if self._store.url.startswith("sqlite"):  # SQLite has one writer: the second unit has not started
            return True
        waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(await self._store.store.read(lambda unit: unit.connection.execute(waiting).scalar_one()))

    def tokens(self) -> int:
        return len(self._store.read(lambda unit: unit.tokens.of_account(self.ann)))


def test_a_token_that_is_asked_for_while_the_password_is_being_changed_is_not_made(store: BlockingStore) -> None:
    crossing = Crossing(store)
    crossing.run(crossing.change, crossing.make)
    assert crossing.tokens() == 0


def test_a_token_that_is_being_made_while_the_password_changes_dies_with_the_old_one(store: BlockingStore) -> None:
    crossing = Crossing(store)
    crossing.run(crossing.make, crossing.change)
    assert crossing.tokens() == 0


def test_secrets_are_long_and_no_two_alike(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    made = [store.write(lambda unit: unit.sessions.open(ann.id, "x", 1)) for _ in range(20)]
    made += [store.write(lambda unit: unit.tokens.add(ann.id, "bot", ["play"], 1, None))[0] for _ in range(20)]
    made += [store.write(lambda unit: unit.tickets.issue("password", ann.id, "", 1)) for _ in range(20)]
    assert len(set(made)) == 60
    assert min(len(secret.removeprefix("qx_")) * 6 for secret in made) >= 256  # bits: a character is one of 64
    codes = store.write(lambda unit: unit.recovery_codes.renew(ann.id, 1))
    assert len(set(codes)) == 10
    assert min(len(code.replace("-", "")) * 5 for code in codes) >= 112  # bits: a letter is one of 32


def test_a_ticket_counts_once_for_its_step_and_for_a_while(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret = store.write(lambda unit: unit.tickets.issue("code", ann.id, "x", 1000))
    end = 1000 + LASTS["code"]
    assert store.read(lambda unit: unit.tickets.read("code", secret, end - 1)) == Ticket(ann.id, "x", 0)
    for kind, at in (("password", 2000), ("code", end)):
        assert store.write(lambda unit, kind=kind, at=at: unit.tickets.redeem(kind, secret, at)) is None
    assert store.write(lambda unit: unit.tickets.redeem("code", secret, 2000)) == Ticket(ann.id, "x", 0)
    assert store.write(lambda unit: unit.tickets.redeem("code", secret, 2000)) is None


def test_of_many_who_come_with_a_ticket_one_redeems_it(store: BlockingStore) -> None:
    secret = store.write(lambda unit: unit.tickets.issue("passkey", None, "x", 1000))

    async def together() -> list[object]:
        works = [store.store.write(lambda unit: unit.tickets.redeem("passkey", secret, 2000)) for _ in range(5)]
        return list(await asyncio.gather(*works))

    assert sum(ticket is not None for ticket in store.run(together())) == 1


def test_a_ticket_is_void_after_some_tries(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret = store.write(lambda unit: unit.tickets.issue("code", ann.id, "", 1000))
    for left in range(MOST_TRIES, 0, -1):
        found = store.read(lambda unit: unit.tickets.read("code", secret, 2000))
        assert found is not None
        assert found.tries == MOST_TRIES - left
        store.write(lambda unit: unit.tickets.miss(secret))
    assert store.read(lambda unit: unit.tickets.read("code", secret, 2000)) is None


def test_tickets_that_have_expired_are_forgotten(store: BlockingStore) -> None:
    count = text("SELECT count(*) FROM tickets")
    for at in (1000, 2000, 3000 + LASTS["passkey"]):
        store.write(lambda unit, at=at: unit.tickets.issue("passkey", None, "x", at))
    assert store.read(lambda unit: unit.connection.execute(count).scalar_one()) == 1


def test_a_code_of_an_app_counts_once_and_none_before_it(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    store.write(lambda unit: unit.second_factors.begin(ann.id, "never confirmed"))
    store.write(lambda unit: unit.second_factors.begin(ann.id, "secret"))
    assert store.read(lambda unit: unit.second_factors.active(ann.id)) is None
    assert not store.write(lambda unit: unit.second_factors.confirm(ann.id, "never confirmed", 7, 100))
    assert store.write(lambda unit: unit.second_factors.confirm(ann.id, "secret", 7, 100))
    assert store.read(lambda unit: unit.second_factors.active(ann.id)) == SecondFactor("secret", 100, 7)
    tried = [store.write(lambda unit, step=step: unit.second_factors.use(ann.id, step)) for step in (7, 6, 9, 9, 8)]
    assert tried == [False, False, True, False, False]


def test_recovery_codes_count_once_for_their_owner(store: BlockingStore) -> None:
    ann, bob = (store.write(lambda unit, name=name: unit.accounts.add_member(name, "x", 1)) for name in ("Ann", "Bob"))
    old = store.write(lambda unit: unit.recovery_codes.renew(ann.id, 1))
    codes = store.write(lambda unit: unit.recovery_codes.renew(ann.id, 2))
    use = lambda account, code: store.write(lambda unit: unit.recovery_codes.use(account.id, code))  # noqa: E731
    assert not use(ann, old[0])
    assert not use(bob, codes[0])
    assert use(ann, codes[0].upper().replace("-", ""))
    assert not use(ann, codes[0])
    assert not use(ann, "")
    assert store.read(lambda unit: unit.recovery_codes.left(ann.id)) == 9


def test_a_passkey_is_used_only_as_it_was_looked_up(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    made = store.write(lambda unit: unit.passkeys.add(ann.id, "phone", "id", b"key", 5, 1))
    with pytest.raises(Taken):
        store.write(lambda unit: unit.passkeys.add(ann.id, "again", "id", b"key", 5, 1))
    found = store.read(lambda unit: unit.passkeys.find("id"))
    assert found is not None
    assert (found.account, found.public_key, found.sign_count) == (ann, b"key", 5)
    assert store.write(lambda unit: unit.passkeys.use(found, 6, 2))
    assert not store.write(lambda unit: unit.passkeys.use(found, 6, 2))  # the counter has changed by now
    assert not store.write(lambda unit: unit.passkeys.remove("somebody else", made.id))
    assert store.write(lambda unit: unit.passkeys.remove(ann.id, made.id))
    assert store.read(lambda unit: unit.passkeys.find("id")) is None


def test_the_database_holds_no_secret(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    session = store.write(lambda unit: unit.sessions.open(ann.id, "x", 1))
    token, _ = store.write(lambda unit: unit.tokens.add(ann.id, "my bot", ["play"], 5, None))
    ticket = store.write(lambda unit: unit.tickets.issue("password", ann.id, "", 1))
    code = store.write(lambda unit: unit.recovery_codes.renew(ann.id, 1))[0]
    secrets = (session, token, ticket, code, code.replace("-", ""))
    rows = store.read(
        lambda unit: [
            str(row)
            for table in ("sessions", "tokens", "tickets", "recovery_codes")
            for row in unit.connection.execute(text(f"SELECT * FROM {table}"))
        ]
    )
    assert not [row for row in rows for secret in secrets if secret in row]


def test_an_error_of_the_database_tells_no_values(store: BlockingStore) -> None:
    """The error may be logged."""
    with pytest.raises(SQLAlchemyError) as caught:
        store.write(lambda unit: unit.connection.execute(text("INSERT INTO nowhere VALUES (:it)"), {"it": "a secret"}))
    assert "a secret" not in str(caught.value)


def test_a_deleted_account_leaves_its_matches_and_nothing_else(store: BlockingStore) -> None:
    ann = store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
    secret = store.write(lambda unit: unit.sessions.open(ann.id, "x", 1))
    header = Header(
        id="m",
        game="cengers",
        kind="bot",
        status="finished",
        seats=(Seat(ann.id), Seat(bot="level 1")),
        created=1,
    )
    store.write(lambda unit: unit.matches.create(header))
    store.write(lambda unit: unit.passkeys.add(ann.id, "phone", "id", b"key", 5, 1))
    store.write(lambda unit: unit.second_factors.begin(ann.id, "secret"))
    store.write(lambda unit: unit.recovery_codes.renew(ann.id, 1))
    store.write(lambda unit: unit.emails.put(ann.id, EmailAddress("ann@ann.example", 1, "en")))
    store.write(lambda unit: unit.tickets.issue("password", ann.id, "", 1))
    store.write(lambda unit: unit.accounts.delete(ann.id))
    for table in ("passkeys", "second_factors", "recovery_codes", "email_addresses", "tickets"):
        count = text(f"SELECT count(*) FROM {table}")
        assert store.read(lambda unit, count=count: unit.connection.execute(count).scalar_one()) == 0
    assert store.read(lambda unit: unit.sessions.find(secret, 2)) is None
    assert store.read(lambda unit: unit.accounts.named("ann")) is None
    gone = store.read(lambda unit: unit.accounts.get(ann.id))
    assert (gone.kind, gone.name) == ("deleted", "deleted")
    assert store.read(lambda unit: unit.matches.get("m")).seats[0] == Seat(ann.id)
    store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))  # the name is available again
