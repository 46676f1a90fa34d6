"""Reviews of finished matches: requested, in progress, or done."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, func, select, update

from quincunx.search.review import Review
from quincunx.store.dialects import by_dialect
from quincunx.store.schema import reviews
from quincunx.words.wire import decode_text, encode_text

_ASK = by_dialect(lambda dialect: dialect.insert(reviews).on_conflict_do_nothing())
_FIND = select(reviews.c.progress, reviews.c.payload).where(reviews.c.match == bindparam("id"))


class ReviewStatus(NamedTuple):
    """The progress of a review, from 0 to 1, and the review once it is done."""

    progress: float
    review: Review | None


class Reviews:
    """All reviews, at most one for each match."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(self, match: str, account: str, now: int) -> None:
        """Request a review, unless there is one or it has already been requested."""
        asked = {"match": match, "account": account, "asked": now, "progress": 0.0}
        self._connection.execute(_ASK[self._connection.dialect.name], asked)

    def find(self, match: str) -> ReviewStatus | None:
        """The match's review, if one has been requested."""
        row = self._connection.execute(_FIND, {"id": match}).one_or_none()
        if row is None:
            return None
        if row.payload is None:
            return ReviewStatus(row.progress, None)
        return ReviewStatus(row.progress, msgspec.json.decode(row.payload, type=Review, dec_hook=decode_text))

    def advance(self, match: str, progress: float) -> None:
        """Set the progress of a review."""
        self._connection.execute(update(reviews).where(reviews.c.match == match).values(progress=progress))

    def finish(self, match: str, review: Review) -> None:
        """Store a completed review."""
        payload = msgspec.json.encode(review, enc_hook=encode_text)
        done = update(reviews).where(reviews.c.match == match)
        self._connection.execute(done.values(progress=1.0, payload=payload))

    def asked_by(self, match: str) -> str:
        """The account that requested the review, or an empty string if there is none."""
        who = self._connection.execute(select(reviews.c.account).where(reviews.c.match == match)).scalar()
        return who or ""

    def unfinished(self, account: str) -> int:
        """The number of reviews that the account has requested and that are not done."""
        waiting = select(func.count()).where(reviews.c.account == account, reviews.c.payload.is_(None))
        return int(self._connection.execute(waiting).scalar_one())
