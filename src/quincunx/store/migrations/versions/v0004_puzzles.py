"""Puzzles: attempts, the standings of the solvers, and how difficult the puzzles have turned out to be."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

LINE = ("game", "rules")


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        _account(),
        *_words(),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _owner("puzzle_attempts"),
        sa.PrimaryKeyConstraint("account", *LINE, "puzzle", name=op.f("pk_puzzle_attempts")),
    )
    op.create_table(
        "puzzle_standings",
        _account(),
        *_words(),
        *_rating(),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("solved", "failed", "current", "best")),
        _owner("puzzle_standings"),
        sa.PrimaryKeyConstraint("account", *LINE, name=op.f("pk_puzzle_standings")),
    )
    op.create_table(
        "puzzle_grades",
        *_words(),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        *_rating(),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(*LINE, "puzzle", name=op.f("pk_puzzle_grades")),
    )


def _account() -> sa.Column[str]:
    return sa.Column("account", sa.String(length=32), nullable=False)


def _words() -> list[sa.Column[str]]:
    return [sa.Column(name, sa.String(length=32), nullable=False) for name in LINE]


def _rating() -> list[sa.Column[float]]:
    names = ("rating", "deviation", "volatility")
    return [sa.Column(name, sa.Float(precision=53), nullable=False) for name in names]


def _owner(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_account")
    return sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=name, ondelete="CASCADE")
