"""The logins that the terminal remembers, for the local database and for each server; readable by their owner only."""

from __future__ import annotations

from quincunx.clients import json_files

FILE = "keys.json"


def recall(where: str) -> str | None:
    """Return what is stored for a database or a server, or None."""
    found = json_files.read(FILE).get(where)
    return found if isinstance(found, str) else None


def remember(where: str, key: str) -> None:
    """Store a key for a database or a server."""
    json_files.write(FILE, json_files.read(FILE) | {where: key})


def forget(where: str) -> bool:
    """Remove what is stored for a database or a server; return whether there was anything."""
    keys = json_files.read(FILE)
    if where not in keys:
        return False
    del keys[where]
    json_files.write(FILE, keys)
    return True
