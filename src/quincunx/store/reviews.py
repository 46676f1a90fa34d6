"""Reviews of matches that are over: asked for, under way, or done. What is in one is not the store's business."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update

from quincunx.store.dialects import by_dialect
from quincunx.store.schema import reviews

_ASK = by_dialect(lambda dialect: dialect.insert(reviews).on_conflict_do_nothing())
_FIND = select(reviews.c.progress, reviews.c.payload).where(reviews.c.match == bindparam("id"))


class Kept(NamedTuple):
    """How far a review is, from 0 to 1, and what it says once it is done."""

    progress: float
    payload: bytes | None


class Reviews:
    """One row a match."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(self, match: str, account: str, now: int) -> None:
        """Have the match reviewed, unless it is or will be."""
        asked = {"match": match, "account": account, "asked": now, "progress": 0.0}
        self._connection.execute(_ASK[self._connection.dialect.name], asked)

    def find(self, match: str) -> Kept | None:
        """The match's review, if anybody has asked for one."""
        row = self._connection.execute(_FIND, {"id": match}).one_or_none()
        return None if row is None else Kept(row.progress, None if row.payload is None else bytes(row.payload))

    def advance(self, match: str, progress: float) -> None:
        """It is so far."""
        self._connection.execute(update(reviews).where(reviews.c.match == match).values(progress=progress))

    def finish(self, match: str, payload: bytes) -> None:
        """It is done."""
        done = update(reviews).where(reviews.c.match == match)
        self._connection.execute(done.values(progress=1.0, payload=payload))

    def asked_by(self, match: str) -> str:
        """Who has asked for it, if that account is still there."""
        who = self._connection.execute(select(reviews.c.account).where(reviews.c.match == match)).scalar()
        return who or ""

    def unfinished(self, account: str) -> int:
        """How many reviews that the account has asked for are not done."""
        waiting = select(func.count()).where(reviews.c.account == account, reviews.c.payload.is_(None))
        return int(self._connection.execute(waiting).scalar_one())
