"""Programs of the next version: the same code, with one more migration."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from alembic.config import Config

import quincunx.store
from quincunx.store import upgrade as upgrades

MIGRATIONS = Path(quincunx.store.__file__).parent / "migrations"

# a migration that only adds: this program's statements do not name the new columns, and need no values for them
ADDS = """
op.create_table("flags", sa.Column("match", sa.String(32), primary_key=True))
op.add_column("matches", sa.Column("mood", sa.String(16), nullable=False, server_default="calm"))
op.add_column("accounts", sa.Column("country", sa.String(2), nullable=True))
"""
# one that this program does not work with
CHANGES = """
op.alter_column("matches", "kind", new_column_name="arranged")
"""


def next_version() -> str:
    """The version after this program's."""
    return f"{int(upgrades.needed()) + 1:04}"


def migration(body: str, works_with: str | None = None) -> str:
    """The text of the next version's migration."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    works = f"works_with = {works_with!r}\n" if works_with is not None else ""
    return (
        "import sqlalchemy as sa\nfrom alembic import op\n\n"
        f"revision = {next_version()!r}\ndown_revision = {upgrades.needed()!r}\n{works}\n\n"
        f"def upgrade() -> None:\n{lines}"
    )


def upgrade_to_next(database: str, folder: Path, text: str) -> None:
    """Upgrade the database as the next version of the program would."""
    versions = folder / "versions"
    versions.mkdir(exist_ok=True)
    (versions / f"v{next_version()}_next.py").write_text(text)

    def config() -> Config:
        made = Config()
        made.set_main_option("script_location", str(MIGRATIONS))
        made.set_main_option("path_separator", "os")
        made.set_main_option("version_locations", os.pathsep.join([str(MIGRATIONS / "versions"), str(versions)]))
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(upgrades, "_config", config)
        upgrades.upgrade(database)
