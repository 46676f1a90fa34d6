"""Second factors: secrets shared between an account and an authenticator app."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from quincunx.store.schema import second_factors as table


class SecondFactor(msgspec.Struct, frozen=True):
    """A secret, when it was confirmed by a first code (None: not yet), and the time step of the last code used."""

    secret: str
    since: int | None
    step: int


class SecondFactors:
    """The second factors of all accounts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def begin(self, account: str, secret: str) -> None:
        """Store a secret that will be required once it is confirmed, replacing any other unconfirmed one."""
        self._connection.execute(delete(table).where(table.c.account == account, table.c.since.is_(None)))
        self._connection.execute(insert(table).values(account=account, secret=secret, since=None, step=0))

    def find(self, account: str) -> SecondFactor | None:
        """The account's second factor, confirmed or not."""
        mine = select(table.c.secret, table.c.since, table.c.step).where(table.c.account == account)
        row = self._connection.execute(mine).first()
        return None if row is None else SecondFactor(*row)

    def active(self, account: str) -> SecondFactor | None:
        """The account's confirmed second factor, which logging in requires."""
        found = self.find(account)
        return None if found is None or found.since is None else found

    def confirm(self, account: str, secret: str, step: int, now: int) -> bool:
        """Confirm the secret after a correct first code; returns False if the secret is no longer unconfirmed."""
        waiting = (table.c.account == account, table.c.secret == secret, table.c.since.is_(None))
        return self._connection.execute(update(table).where(*waiting).values(since=now, step=step)).rowcount == 1

    def use(self, account: str, step: int) -> bool:
        """Record the code of that time step as used; returns False if it or a later one was already used."""
        later = (table.c.account == account, table.c.step < step)
        return self._connection.execute(update(table).where(*later).values(step=step)).rowcount == 1

    def remove(self, account: str) -> None:
        """Remove the account's second factor."""
        self._connection.execute(delete(table).where(table.c.account == account))
