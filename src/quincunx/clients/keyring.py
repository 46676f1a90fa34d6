"""What this person's terminal remembers: who plays here, and as whom at which server. For nobody else to read."""

from __future__ import annotations

from quincunx.clients import json_files

FILE = "keys.json"


def recall(where: str) -> str | None:
    """What was remembered for a database or a server; None where nothing was."""
    found = json_files.read(FILE).get(where)
    return found if isinstance(found, str) else None


def remember(where: str, key: str) -> None:
    """Keep it for the next time."""
    json_files.write(FILE, json_files.read(FILE) | {where: key})


def forget(where: str) -> bool:
    """Remember nothing of it; whether there was anything."""
    keys = json_files.read(FILE)
    if where not in keys:
        return False
    del keys[where]
    json_files.write(FILE, keys)
    return True
