"""The processes of a site, each with its own heartbeat. All used to share a single one, stored among the jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
works_with = "0011"  # programs that do not know the table work without it

FORMER = "alive"  # kind and subject of the job

jobs = sa.table("jobs", *map(sa.column, ("kind", "due")))


def upgrade() -> None:
    processes = op.create_table(
        "processes",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    connection = op.get_bind()
    seen = connection.execute(sa.select(jobs.c.due).where(jobs.c.kind == FORMER)).scalar()
    if seen is not None:  # the clocks do not count the time from then until the next start
        row = {"id": FORMER, "kind": "server", "host": "", "version": "", "since": seen, "seen": seen}
        connection.execute(sa.insert(processes).values(row))
        connection.execute(sa.delete(jobs).where(jobs.c.kind == FORMER))
