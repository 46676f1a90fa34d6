"""Tickets: one step of logging in or of recovering has been taken, and this proves it to the next. Each counts once."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from quincunx.store.digests import digest
from quincunx.store.schema import tickets

Kind = Literal["code", "passkey", "new_passkey", "email", "password"]  # the step that it is for

MINUTE = 60_000
LASTS: dict[Kind, int] = {
    "code": 5 * MINUTE,
    "passkey": 5 * MINUTE,
    "new_passkey": 5 * MINUTE,
    "email": 60 * MINUTE,
    "password": 60 * MINUTE,
}
MOST_TRIES = 5  # at the step that it is for


class Ticket(msgspec.Struct, frozen=True):
    """What a ticket says: whose it is, if anybody's, and what the step needs to know."""

    account: str | None
    payload: str
    tries: int


class Tickets:
    """The tickets that are out. The database knows only digests of them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def issue(self, kind: Kind, account: str | None, payload: str, now: int) -> str:
        """A new ticket; the secret is known only now. Those that have expired are forgotten."""
        self._connection.execute(delete(tickets).where(tickets.c.expires <= now))
        secret = secrets.token_urlsafe(32)
        row = {"digest": digest(secret), "kind": kind, "account": account, "payload": payload}
        self._connection.execute(insert(tickets), row | {"tries": 0, "expires": now + LASTS[kind]})
        return secret

    def read(self, kind: Kind, secret: str, now: int) -> Ticket | None:
        """What it says, unless it is void."""
        valid = (tickets.c.digest == digest(secret), tickets.c.kind == kind, tickets.c.expires > now)
        said = select(tickets.c.account, tickets.c.payload, tickets.c.tries).where(*valid)
        row = self._connection.execute(said).first()
        return None if row is None else Ticket(*row)

    def redeem(self, kind: Kind, secret: str, now: int) -> Ticket | None:
        """What it says, and from now on it is void; of two who come at once, one is told nothing."""
        valid = (tickets.c.digest == digest(secret), tickets.c.kind == kind, tickets.c.expires > now)
        taken = delete(tickets).where(*valid).returning(tickets.c.account, tickets.c.payload, tickets.c.tries)
        row = self._connection.execute(taken).first()
        return None if row is None else Ticket(*row)

    def miss(self, secret: str) -> None:
        """The step went wrong; after some tries the ticket is void."""
        mine = tickets.c.digest == digest(secret)
        self._connection.execute(update(tickets).where(mine).values(tries=tickets.c.tries + 1))
        self._connection.execute(delete(tickets).where(mine, tickets.c.tries >= MOST_TRIES))

    def void(self, account: str, *kinds: Kind) -> None:
        """Whatever was begun for the account is over; of these kinds only, where some are named."""
        some = (tickets.c.kind.in_(kinds),) if kinds else ()
        self._connection.execute(delete(tickets).where(tickets.c.account == account, *some))
