"""What this person's terminal remembers: who plays here, and as whom at which server. For nobody else to read."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

from quincunx.server.config import data_home


def _file() -> Path:
    return data_home() / "keys.json"


def recall(where: str) -> str | None:
    """What was remembered for a database or a server; None where nothing was."""
    found = _read().get(where)
    return found if isinstance(found, str) else None


def remember(where: str, key: str) -> None:
    """Keep it for the next time."""
    _write(_read() | {where: key})


def forget(where: str) -> bool:
    """Remember nothing of it; whether there was anything."""
    keys = _read()
    if where not in keys:
        return False
    del keys[where]
    _write(keys)
    return True


def _read() -> dict[str, object]:
    with contextlib.suppress(OSError, ValueError):  # a file that nobody can read is as good as none
        keys = json.loads(_file().read_text(encoding="utf-8"))
        if isinstance(keys, dict):
            return keys
    return {}


def _write(keys: dict[str, object]) -> None:
    """The new file takes the old one's place at once: whoever is killed meanwhile has the one or the other."""
    file = _file()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
        json.dump(keys, stream, indent=1)
    os.replace(fresh, file)
