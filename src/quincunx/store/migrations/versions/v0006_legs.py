"""A match may be one of two games, in which each player plays each side once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("leg", sa.SmallInteger(), nullable=True))
    op.add_column("matches", sa.Column("other_leg", sa.String(length=32), nullable=True))
