"""The results of each game between people, by side and rating, including matches that have already ended.

Ratings are computed again, match by match: deleted accounts have no rating history, but their matches count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

from quincunx.play.balance import band
from quincunx.play.glicko import Rating
from quincunx.play.standings import rerated
from quincunx.play.summary import Summary

revision = "0005"
down_revision = "0004"

matches = sa.table("matches", *map(sa.column, ("id", "game", "rules", "rated", "finished", "winner", "reason")))
seats = sa.table("seats", *map(sa.column, ("match", "side", "account")))


def upgrade() -> None:
    balance = op.create_table(
        "balance",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("band", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "rules", "band", name="pk_balance"),
    )
    rows = _tallies(op.get_bind().execute(_rated_matches()))
    if rows:
        op.bulk_insert(balance, rows)


def _rated_matches() -> sa.Select[Any]:
    """The rated matches between two people, in the order in which they ended."""
    first, second = seats.alias("first"), seats.alias("second")
    columns = (matches.c.game, matches.c.rules, first.c.account, second.c.account, matches.c.winner, matches.c.reason)
    return (
        sa.select(*columns)
        .join_from(matches, first, sa.and_(first.c.match == matches.c.id, first.c.side == 0))
        .join(second, sa.and_(second.c.match == matches.c.id, second.c.side == 1))
        .where(matches.c.rated.is_(sa.true()), matches.c.finished.is_not(None))
        .where(first.c.account != second.c.account)
        .order_by(matches.c.finished)
    )


def _tallies(played: Iterable[Any]) -> list[dict[str, Any]]:
    ratings: dict[tuple[str, str, str], Rating] = defaultdict(Rating)
    found: dict[tuple[str, str, int], Counter[str]] = defaultdict(Counter)
    for game, rules, first, second, winner, reason in played:
        players = (game, rules, first), (game, rules, second)
        before = ratings[players[0]], ratings[players[1]]
        how = "drawn" if winner is None else "won" if winner == 0 else "lost"
        found[game, rules, band(before)][how] += 1
        ended = Summary(winner, reason, turns=0, plies=0, captures=(0, 0))
        ratings[players[0]], ratings[players[1]] = rerated(before, ended)
    return [
        {"game": game, "rules": rules, "band": least} | {name: tally[name] for name in ("won", "drawn", "lost")}
        for (game, rules, least), tally in found.items()
    ]
