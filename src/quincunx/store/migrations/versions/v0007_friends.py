"""A friend at the same screen has a seat and a name, and the account has only one side."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("seats", sa.Column("friend", sa.String(length=40), nullable=True))
