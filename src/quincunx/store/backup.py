"""A consistent copy of the database, made while the server is running."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from quincunx.store.engine import is_sqlite, read_url
from quincunx.store.errors import StoreError
from quincunx.words import phrase


def backup(url: str, target: Path) -> None:
    """Copy a SQLite file, even while it is written to; the copy is either complete and on the disk, or not created."""
    address = read_url(url)
    if not is_sqlite(address):
        named = address.set(drivername="postgresql").render_as_string(hide_password=True)
        raise StoreError(phrase("store.backup.other_tool", command=f"pg_dump --format=custom --file={target} {named}"))
    source = Path(address.database or "")
    if not source.is_file():
        raise StoreError(phrase("store.backup.no_database", file=str(source)))
    if target.exists():
        raise StoreError(phrase("store.backup.in_the_way", file=str(target)))
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        _copy(source, part)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
    _flush(target.parent)


def _copy(source: Path, part: Path) -> None:
    os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))  # it contains password hashes: readable by its owner only
    address = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)  # a consistent snapshot: in WAL mode readers do not block writers
        (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise StoreError(phrase("store.backup.damaged", reason=str(verdict)))
    _flush(part)


def _flush(path: Path) -> None:
    """Flush the file, or the directory's entries, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
