"""Roles, bans, reports, annulled matches, and an audit log that the database itself protects from changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_REFUSAL = "the audit log is only appended to"


def upgrade() -> None:
    op.add_column("matches", sa.Column("annulled", sa.BigInteger(), nullable=True))
    op.add_column("sessions", sa.Column("network", sa.String(length=64), nullable=False, server_default=""))
    _roles_and_bans()
    _reports()
    _audit()
    _refuse_changes(op.get_bind().dialect.name)


def _roles_and_bans() -> None:
    op.create_table(
        "roles",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_roles_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", name="pk_roles"),
    )
    op.create_table(
        "bans",
        sa.Column("account", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_bans_account", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account", name="pk_bans"),
    )


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=32), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["reporter"], ["accounts.id"], name="fk_reports_reporter", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["subject"], ["accounts.id"], name="fk_reports_subject", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reports_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_subject", "reports", ["subject"])
    op.create_index("ix_reports_closed_at", "reports", ["closed", "at"])
    op.create_index("ix_reports_reporter_at", "reports", ["reporter", "at"])


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=32), nullable=True),
        sa.Column("act", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=True),
        sa.Column("match", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("network", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_account", "audit", ["account"])


def _refuse_changes(dialect: str) -> None:
    """Create triggers that refuse to change or delete an entry."""
    if dialect == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER audit_no_{change.lower()} BEFORE {change} ON audit "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses()"
    )
