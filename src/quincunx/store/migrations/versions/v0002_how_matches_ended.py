"""Store in the headers how a match ended, so that lists can show it. Past results are read from the logs."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

matches = sa.table("matches", *map(sa.column, ("id", "finished", "winner", "reason")))
events = sa.table("events", *map(sa.column, ("match", "version", "payload")))


def upgrade() -> None:
    op.add_column("matches", sa.Column("winner", sa.SmallInteger(), nullable=True))
    op.add_column("matches", sa.Column("reason", sa.String(length=32), nullable=True))
    connection = op.get_bind()
    for match in connection.execute(sa.select(matches.c.id).where(matches.c.finished.is_not(None))).scalars().all():
        log = sa.select(events.c.payload).where(events.c.match == match).order_by(events.c.version.desc())
        told = (json.loads(bytes(payload)) for payload in connection.execute(log).scalars())
        ended = next(event for event in told if event["type"] == "ended")
        how = {"winner": ended["winner"], "reason": ended["reason"]}
        connection.execute(sa.update(matches).where(matches.c.id == match).values(how))
