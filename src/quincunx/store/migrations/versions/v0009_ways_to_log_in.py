"""More ways to log in: passkeys, second factors, recovery codes, e-mail addresses, and tickets between the steps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=32), nullable=False),
        _account(),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        _owner("passkeys"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
    )
    op.create_index(op.f("ix_passkeys_account"), "passkeys", ["account"])
    op.create_table(
        "second_factors",
        _account(),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=True),
        sa.Column("step", sa.BigInteger(), nullable=False),
        _owner("second_factors"),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_second_factors")),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.String(length=64), nullable=False),
        _account(),
        sa.Column("created", sa.BigInteger(), nullable=False),
        _owner("recovery_codes"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_recovery_codes")),
    )
    op.create_index(op.f("ix_recovery_codes_account"), "recovery_codes", ["account"])
    op.create_table(
        "email_addresses",
        _account(),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        _owner("email_addresses"),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_email_addresses")),
    )
    op.create_table(
        "tickets",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=32), nullable=True),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        _owner("tickets"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tickets")),
    )
    op.create_index(op.f("ix_tickets_account"), "tickets", ["account"])
    op.create_index(op.f("ix_tickets_expires"), "tickets", ["expires"])


def _account() -> sa.Column[str]:
    return sa.Column("account", sa.String(length=32), nullable=False)


def _owner(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_account")
    return sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=name, ondelete="CASCADE")
