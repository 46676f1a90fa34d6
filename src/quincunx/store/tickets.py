"""Tickets, which prove to the next step of logging in or recovery that the previous one was done. Valid once only."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from quincunx.store.digests import digest
from quincunx.store.schema import tickets

Kind = Literal["code", "passkey", "new_passkey", "email", "password"]  # the step it is for

MINUTE = 60_000
LASTS: dict[Kind, int] = {
    "code": 5 * MINUTE,
    "passkey": 5 * MINUTE,
    "new_passkey": 5 * MINUTE,
    "email": 60 * MINUTE,
    "password": 60 * MINUTE,
}
MOST_TRIES = 5  # at the step it is for


class Ticket(msgspec.Struct, frozen=True):
    """The contents of a ticket: the account, if any, data for the step, and the number of failed tries."""

    account: str | None
    payload: str
    tries: int


class Tickets:
    """All valid tickets. The database contains only digests of them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def issue(self, kind: Kind, account: str | None, payload: str, now: int) -> str:
        """Create a ticket and return its secret, which cannot be read again later. Deletes expired tickets."""
        self._connection.execute(delete(tickets).where(tickets.c.expires <= now))
        secret = secrets.token_urlsafe(32)
        row = {"digest": digest(secret), "kind": kind, "account": account, "payload": payload}
        self._connection.execute(insert(tickets), row | {"tries": 0, "expires": now + LASTS[kind]})
        return secret

    def read(self, kind: Kind, secret: str, now: int) -> Ticket | None:
        """The ticket, or None if it is not valid."""
        valid = (tickets.c.digest == digest(secret), tickets.c.kind == kind, tickets.c.expires > now)
        said = select(tickets.c.account, tickets.c.payload, tickets.c.tries).where(*valid)
        row = self._connection.execute(said).first()
        return None if row is None else Ticket(*row)

    def redeem(self, kind: Kind, secret: str, now: int) -> Ticket | None:
        """Use up and return the ticket, or return None if it is not valid; of two simultaneous calls, one gets None."""
        valid = (tickets.c.digest == digest(secret), tickets.c.kind == kind, tickets.c.expires > now)
        taken = delete(tickets).where(*valid).returning(tickets.c.account, tickets.c.payload, tickets.c.tries)
        row = self._connection.execute(taken).first()
        return None if row is None else Ticket(*row)

    def miss(self, secret: str) -> None:
        """Record a failed try; after some of them the ticket becomes invalid."""
        mine = tickets.c.digest == digest(secret)
        self._connection.execute(update(tickets).where(mine).values(tries=tickets.c.tries + 1))
        self._connection.execute(delete(tickets).where(mine, tickets.c.tries >= MOST_TRIES))

    def void(self, account: str, *kinds: Kind) -> None:
        """Invalidate all tickets of the account, or only those of the given kinds."""
        some = (tickets.c.kind.in_(kinds),) if kinds else ()
        self._connection.execute(delete(tickets).where(tickets.c.account == account, *some))
