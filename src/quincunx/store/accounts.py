"""Accounts: members with a name and a password, guests with neither, and what is left of deleted ones."""

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
    sessions,
    stats,
    streaks,
    tickets,
    tokens,
)
from quincunx.words import phrase

# what is kept about an account alone, and goes when it does
KEPT = (
    *(sessions, tokens, passkeys, second_factors, recovery_codes, email_addresses, tickets),
    *(stats, streaks, rating_history, puzzle_attempts, puzzle_standings),
)
DELETED = "deleted"  # the name of every account that was
GUEST = "guest-"  # how the names of guests begin


class Accounts:
    """Everybody who plays here."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_guest(self, now: int) -> Account:
        """Somebody without a name or a password."""
        id = new_id()
        guest = Account(id, "guest", f"{GUEST}{id[:6]}", now)
        self._connection.execute(insert(accounts), msgspec.structs.asdict(guest))
        return guest

    def add_member(self, name: str, password: str, now: int) -> Account:
        """Somebody new; Taken or Reserved if the name is not free. The password comes hashed."""
        _require_free(name)
        member = Account(new_id(), "member", name, now)
        row = msgspec.structs.asdict(member) | {"folded": fold(name), "password": password}
        self._unless_taken(insert(accounts).values(row))
        return member

    def make_member(self, guest: str, name: str, password: str) -> Account:
        """The guest registers and keeps everything; Taken or Reserved if the name is not free."""
        _require_free(name)
        was_guest = (accounts.c.id == guest, accounts.c.kind == "guest")
        values = {"kind": "member", "name": name, "folded": fold(name), "password": password}
        if self._unless_taken(update(accounts).where(*was_guest).values(values)) == 0:
            raise Missing(phrase("store.account.no_such_guest"))
        return self.get(guest)

    def rename(self, account: str, name: str) -> None:
        """Give a member another name; Taken or Reserved if it is not free."""
        _require_free(name)
        mine = update(accounts).where(accounts.c.id == account, accounts.c.kind == "member")
        if self._unless_taken(mine.values(name=name, folded=fold(name))) == 0:
            raise Missing(phrase("store.account.no_such_member"))

    def get(self, account: str) -> Account:
        """The account of that id, or Missing."""
        found = self._find(accounts.c.id == account)
        if found is None:
            raise Missing(phrase("store.account.no_such_account"))
        return _account(found)

    def kind(self, account: str) -> Kind | None:
        """What kind of account it is; None where there is none, or no longer."""
        found = self._find(accounts.c.id == account)
        return None if found is None else _account(found).kind

    def hold(self, *held: str) -> None:
        """Nobody else holds one of these accounts until the unit ends; in one order, so that no two wait for another.

        Rows that name an account can be made meanwhile.
        """
        mine = select(accounts.c.id).where(accounts.c.id.in_(held)).order_by(accounts.c.id)
        self._connection.execute(mine.with_for_update(key_share=True)).all()

    def named(self, name: str) -> Account | None:
        """The member of that name, however it is capitalised."""
        found = self._find(accounts.c.folded == fold(name))
        return None if found is None else _account(found)

    def credentials(self, name: str) -> tuple[Account, str] | None:
        """The member of that name with the hash of the password."""
        found = self._find(accounts.c.folded == fold(name))
        return None if found is None else (_account(found), found.password)

    def names(self, ids: set[str]) -> dict[str, str]:
        """What these accounts are called."""
        rows = self._connection.execute(select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(ids)))
        return {row.id: row.name for row in rows}

    def replace_password(self, account: str, old: str, new: str) -> bool:
        """Change the hash of the password; False if it is not the old one any more, or the account is deleted.

        Until the unit ends nobody else changes it: a hash replaced by itself proves what was checked before.
        """
        as_checked = (accounts.c.id == account, accounts.c.password == old)
        return self._connection.execute(update(accounts).where(*as_checked).values(password=new)).rowcount == 1

    def delete(self, account: str) -> None:
        """Take away everything that tells who it was; for their other players, matches stay, without a name.

        So do the bare ratings, on which those of the other players rest.
        """
        nameless = {"kind": "deleted", "name": DELETED, "folded": None, "password": None}
        self._connection.execute(update(accounts).where(accounts.c.id == account).values(nameless))
        # only now: whoever was logging in has done so, or is refused
        for table in KEPT:
            self._connection.execute(delete(table).where(table.c.account == account))

    def _unless_taken(self, change: UpdateBase) -> int:
        """How many rows the change touched; two who want the same name at once are told apart by the database."""
        try:
            return self._connection.execute(change).rowcount
        except IntegrityError as error:
            raise Taken(phrase("store.name.taken")) from error

    def _find(self, condition: ColumnElement[bool]) -> Row[Any] | None:
        return self._connection.execute(select(accounts).where(condition)).first()


def fold(name: str) -> str:
    """The name as it is compared: two that differ in capitals only would be mistaken for each other."""
    return name.casefold()


def _require_free(name: str) -> None:
    """Reserved for a name under which a member would be taken for a guest, a bot, or for whoever runs the server."""
    if fold(name) == DELETED or fold(name).startswith(GUEST):
        raise Reserved(phrase("store.name.given_by_program"))
    if is_reserved(name):
        raise Reserved(phrase("store.name.misleading"))


def _account(row: Row[Any]) -> Account:
    return Account(row.id, row.kind, row.name, row.created)
