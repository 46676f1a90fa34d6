"""Bans: accounts that may not play here, with the reason and the end. They expire by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Column, ColumnElement, Connection, delete, exists, insert, or_, select

from quincunx.protocol.moderation import Ban
from quincunx.store.errors import Banned
from quincunx.store.schema import bans
from quincunx.words import phrase


def is_banned(account: Column[str], now: int) -> ColumnElement[bool]:
    """Whether a query's account is banned at that time."""
    return exists().where(bans.c.account == account, _lasts(now))


class Bans:
    """All bans, at most one for each account."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, account: str, now: int) -> Ban | None:
        """The account's ban, if it has not expired."""
        mine = select(bans.c.reason, bans.c.since, bans.c.until).where(bans.c.account == account, _lasts(now))
        row = self._connection.execute(mine).first()
        return None if row is None else Ban(*row)

    def require_none(self, account: str, now: int) -> None:
        """Raise Banned, with the reason and the end, if the account is banned."""
        ban = self.of(account, now)
        if ban is None:
            return
        if ban.until is None:
            raise Banned(phrase("store.ban.for_good", reason=ban.reason))
        raise Banned(phrase("store.ban.until", time=moment(ban.until), reason=ban.reason))

    def put(self, account: str, reason: str, since: int, until: int | None) -> None:
        """Ban the account, replacing any previous ban."""
        self.lift(account)
        self._connection.execute(insert(bans).values(account=account, reason=reason, since=since, until=until))

    def lift(self, account: str) -> None:
        """Remove the account's ban."""
        self._connection.execute(delete(bans).where(bans.c.account == account))


def moment(at: int) -> str:
    """A time in a readable form that is the same in every language."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _lasts(now: int) -> ColumnElement[bool]:
    return or_(bans.c.until.is_(None), bans.c.until > now)
