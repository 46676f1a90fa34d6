"""The seeks of the pool, which used to be in the memory of the only server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
works_with = "0011"  # programs that do not know the table work without it


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("gone", sa.BigInteger(), nullable=True),
        sa.Column("match", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_seeks_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
    )
    op.create_index("ix_seeks_account", "seeks", ["account"])
    op.create_index("ix_seeks_changed", "seeks", ["changed"])
    waits = sa.text("gone IS NULL")
    op.create_index("ix_seeks_since", "seeks", ["since"], sqlite_where=waits, postgresql_where=waits)
    key = ["account", "request"]
    op.create_index("uq_seeks_account_request", "seeks", key, unique=True, sqlite_where=waits, postgresql_where=waits)
