"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("folded", sa.String(length=32), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("folded", name=op.f("uq_accounts_folded")),
    )
    op.create_table(
        "counters",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counters")),
    )
    op.create_table(
        "jobs",
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.String(length=64), nullable=True),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("kind", "subject", name=op.f("pk_jobs")),
    )
    op.create_index("ix_jobs_due", "jobs", ["due"], unique=False)
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("invite", sa.String(length=64), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("finished", name=op.f("uq_matches_finished")),
        sa.UniqueConstraint("invite", name=op.f("uq_matches_invite")),
    )
    op.create_index("ix_matches_status_updated", "matches", ["status", "updated"], unique=False)
    op.create_table(
        "commands",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("command", sa.String(length=64), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_commands_match")),
        sa.PrimaryKeyConstraint("match", "actor", "command", name=op.f("pk_commands")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_events_match")),
        sa.PrimaryKeyConstraint("match", "version", name=op.f("pk_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_history",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("finished", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("deviation", sa.Float(precision=53), nullable=False),
        sa.Column("volatility", sa.Float(precision=53), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_rating_history_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_rating_history_match")),
        sa.PrimaryKeyConstraint("account", "finished", name=op.f("pk_rating_history")),
    )
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("deviation", sa.Float(precision=53), nullable=False),
        sa.Column("volatility", sa.Float(precision=53), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_ratings_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "game", "rules", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_game_rules_rating", "ratings", ["game", "rules", "rating"], unique=False)
    op.create_table(
        "seats",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("side", sa.SmallInteger(), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=True),
        sa.Column("bot", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_seats_account")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "side", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_account_match", "seats", ["account", "match"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("public", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sessions_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
        sa.UniqueConstraint("public", name=op.f("uq_sessions_public")),
    )
    op.create_index(op.f("ix_sessions_account"), "sessions", ["account"], unique=False)
    op.create_index(op.f("ix_sessions_expires"), "sessions", ["expires"], unique=False)
    op.create_table(
        "stats",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("opponent", sa.String(length=40), nullable=False),
        sa.Column("side", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("captures", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_stats_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "game", "rules", "opponent", "side", name=op.f("pk_stats")),
    )
    op.create_table(
        "streaks",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("opponent", sa.String(length=40), nullable=False),
        sa.Column("current", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_streaks_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", "game", "rules", "opponent", name=op.f("pk_streaks")),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("public", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_tokens_account"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tokens")),
        sa.UniqueConstraint("public", name=op.f("uq_tokens_public")),
    )
    op.create_index(op.f("ix_tokens_account"), "tokens", ["account"], unique=False)
    op.bulk_insert(sa.table("counters", sa.column("name"), sa.column("value")), [{"name": "finished", "value": 0}])
