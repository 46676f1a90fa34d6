"""Store reviews of matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=True),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("progress", sa.Float(precision=53), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reviews_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_reviews_account", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("match", name="pk_reviews"),
    )
    op.create_index("ix_reviews_account", "reviews", ["account"])
