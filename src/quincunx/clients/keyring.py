"""What this person's terminal remembers: who plays here, and as whom at which server. For nobody else to read."""

from __future__ import annotations

from quincunx.clients import notes

FILE = "keys.json"


def recall(where: str) -> str | None:
    """What was remembered for a database or a server; None where nothing was."""
    found = notes.read(FILE).get(where)
    return found if isinstance(found, str) else None


def remember(where: str, key: str) -> None:
    """Keep it for the next time."""
    notes.write(FILE, notes.read(FILE) | {where: key})


def forget(where: str) -> bool:
    """Remember nothing of it; whether there was anything."""
    keys = notes.read(FILE)
    if where not in keys:
        return False
    del keys[where]
    notes.write(FILE, keys)
    return True
