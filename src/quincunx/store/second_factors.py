"""The second factor: the secret that an account shares with an app that shows codes."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from quincunx.store.schema import second_factors as table


class SecondFactor(msgspec.Struct, frozen=True):
    """A secret, since when it is asked for (None: a first code has not confirmed it yet), and the last code's step."""

    secret: str
    since: int | None
    step: int


class SecondFactors:
    """Everybody's second factors."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def begin(self, account: str, secret: str) -> None:
        """A secret that is asked for once it is confirmed, in place of another that never was."""
        self._connection.execute(delete(table).where(table.c.account == account, table.c.since.is_(None)))
        self._connection.execute(insert(table).values(account=account, secret=secret, since=None, step=0))

    def find(self, account: str) -> SecondFactor | None:
        """What was begun, confirmed or not."""
        mine = select(table.c.secret, table.c.since, table.c.step).where(table.c.account == account)
        row = self._connection.execute(mine).first()
        return None if row is None else SecondFactor(*row)

    def active(self, account: str) -> SecondFactor | None:
        """What a log-in must ask for."""
        found = self.find(account)
        return None if found is None or found.since is None else found

    def confirm(self, account: str, secret: str, step: int, now: int) -> bool:
        """A first code was right: from now on it is asked for. False if that secret does not wait for one any more."""
        waiting = (table.c.account == account, table.c.secret == secret, table.c.since.is_(None))
        return self._connection.execute(update(table).where(*waiting).values(since=now, step=step)).rowcount == 1

    def use(self, account: str, step: int) -> bool:
        """The code of that step was given; False if that code, or a later one, was taken before."""
        later = (table.c.account == account, table.c.step < step)
        return self._connection.execute(update(table).where(*later).values(step=step)).rowcount == 1

    def remove(self, account: str) -> None:
        """It is asked for no more."""
        self._connection.execute(delete(table).where(table.c.account == account))
