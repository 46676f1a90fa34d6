"""Where this person's program keeps what it keeps."""

from __future__ import annotations

import os
from pathlib import Path


def data_home() -> Path:
    """The folder, whether it is there or not."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "quincunx"


def default_database() -> str:
    """The database where none is named: a SQLite file in the folder."""
    return f"sqlite:///{data_home() / 'quincunx.db'}"


def make_home(database: str) -> None:
    """The folder that a SQLite file stands in, for nobody else to read."""
    from quincunx.store.engine import is_sqlite, read_url  # slow to import, and many a command needs only the folder

    url = read_url(database)
    if is_sqlite(url) and url.database:
        Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
