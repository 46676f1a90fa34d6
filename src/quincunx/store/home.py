"""The default database, in the user's data folder."""

from __future__ import annotations

from pathlib import Path

from quincunx.core.folders import data_home


def default_database() -> str:
    """The URL of the default database: a SQLite file in the data folder."""
    return f"sqlite:///{data_home() / 'quincunx.db'}"


def make_home(database: str) -> None:
    """Create the folder for a SQLite file, accessible only to the user."""
    from quincunx.store.engine import is_sqlite, read_url  # slow to import, and many commands need only the folder

    url = read_url(database)
    if is_sqlite(url) and url.database:
        Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
