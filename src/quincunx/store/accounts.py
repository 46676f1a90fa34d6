"""Accounts: members with a name and a password, guests without, and the remains of deleted accounts."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, UpdateBase, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from quincunx.protocol.accounts import Account, Kind
from quincunx.store.errors import Missing, Reserved, Taken
from quincunx.store.matches import new_id
from quincunx.store.reserved import is_reserved
from quincunx.store.schema import (
    accounts,
    email_addresses,
    passkeys,
    puzzle_attempts,
    puzzle_standings,
    rating_history,
    recovery_codes,
    second_factors,
    seeks,
    sessions,
    stats,
    streaks,
    tickets,
    tokens,
)
from quincunx.words import phrase

# tables with data about a single account, which is deleted with it
KEPT = (
    *(sessions, tokens, passkeys, second_factors, recovery_codes, email_addresses, tickets),
    *(stats, streaks, rating_history, puzzle_attempts, puzzle_standings, seeks),
)
DELETED = "deleted"  # the name of every deleted account
GUEST = "guest-"  # the prefix of guests' names


class Accounts:
    """All accounts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_guest(self, now: int) -> Account:
        """Add a guest, with a generated name and no password."""
        id = new_id()
        guest = Account(id, "guest", f"{GUEST}{id[:6]}", now)
        self._connection.execute(insert(accounts), msgspec.structs.asdict(guest))
        return guest

    def add_member(self, name: str, password: str, now: int) -> Account:
        """Add a member; raises Taken or Reserved if the name is not available. `password` is a hash."""
        _require_free(name)
        member = Account(new_id(), "member", name, now)
        row = msgspec.structs.asdict(member) | {"folded": fold(name), "password": password}
        self._unless_taken(insert(accounts).values(row))
        return member

    def make_member(self, guest: str, name: str, password: str) -> Account:
        """Turn a guest into a member with the same data; raises Taken or Reserved if the name is not available."""
        _require_free(name)
        was_guest = (accounts.c.id == guest, accounts.c.kind == "guest")
        values = {"kind": "member", "name": name, "folded": fold(name), "password": password}
        if self._unless_taken(update(accounts).where(*was_guest).values(values)) == 0:
            raise Missing(phrase("store.account.no_such_guest"))
        return self.get(guest)

    def rename(self, account: str, name: str) -> None:
        """Rename a member; raises Taken or Reserved if the name is not available."""
        _require_free(name)
        mine = update(accounts).where(accounts.c.id == account, accounts.c.kind == "member")
        if self._unless_taken(mine.values(name=name, folded=fold(name))) == 0:
            raise Missing(phrase("store.account.no_such_member"))

    def get(self, account: str) -> Account:
        """The account with that id; raises Missing if there is none."""
        found = self._find(accounts.c.id == account)
        if found is None:
            raise Missing(phrase("store.account.no_such_account"))
        return _account(found)

    def kind(self, account: str) -> Kind | None:
        """The kind of the account, or None if it does not exist."""
        found = self._find(accounts.c.id == account)
        return None if found is None else _account(found).kind

    def hold(self, *held: str) -> None:
        """Lock these accounts until the transaction ends, in a fixed order to avoid deadlocks.

        Rows that refer to an account can still be added.
        """
        mine = select(accounts.c.id).where(accounts.c.id.in_(held)).order_by(accounts.c.id)
        self._connection.execute(mine.with_for_update(key_share=True)).all()

    def named(self, name: str) -> Account | None:
        """The member with that name, ignoring case."""
        found = self._find(accounts.c.folded == fold(name))
        return None if found is None else _account(found)

    def credentials(self, name: str) -> tuple[Account, str] | None:
        """The member with that name, and the hash of their password."""
        found = self._find(accounts.c.folded == fold(name))
        return None if found is None else (_account(found), found.password)

    def names(self, ids: set[str]) -> dict[str, str]:
        """The names of these accounts, by id."""
        rows = self._connection.execute(select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(ids)))
        return {row.id: row.name for row in rows}

    def replace_password(self, account: str, old: str, new: str) -> bool:
        """Replace the hash of the password; returns False if it is no longer the old one, or the account is deleted.

        The account is locked until the transaction ends, so replacing a hash by itself confirms an earlier check of it.
        """
        as_checked = (accounts.c.id == account, accounts.c.password == old)
        return self._connection.execute(update(accounts).where(*as_checked).values(password=new)).rowcount == 1

    def delete(self, account: str) -> None:
        """Delete everything that identifies the account's owner.

        Matches stay for the opponents, without the name. So do the current ratings, which affect other ratings.
        """
        nameless = {"kind": "deleted", "name": DELETED, "folded": None, "password": None}
        self._connection.execute(update(accounts).where(accounts.c.id == account).values(nameless))
        # only now, after the update: a concurrent login has either finished or will be refused
        for table in KEPT:
            self._connection.execute(delete(table).where(table.c.account == account))

    def _unless_taken(self, change: UpdateBase) -> int:
        """Execute a change and return its row count; raises Taken if the name is in use (a database constraint)."""
        try:
            return self._connection.execute(change).rowcount
        except IntegrityError as error:
            raise Taken(phrase("store.name.taken")) from error

    def _find(self, condition: ColumnElement[bool]) -> Row[Any] | None:
        return self._connection.execute(select(accounts).where(condition)).first()


def fold(name: str) -> str:
    """The name in the form used for comparison, which ignores case so that names are not mistaken for each other."""
    return name.casefold()


def _require_free(name: str) -> None:
    """Raise Reserved if the name could be mistaken for a guest, a bot, or the people who run the server."""
    if fold(name) == DELETED or fold(name).startswith(GUEST):
        raise Reserved(phrase("store.name.given_by_program"))
    if is_reserved(name):
        raise Reserved(phrase("store.name.misleading"))


def _account(row: Row[Any]) -> Account:
    return Account(row.id, row.kind, row.name, row.created)
