"""Small JSON files that the user's programs keep beside the database, readable by their owner only."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping

from quincunx.core.folders import data_home


def read(name: str) -> dict[str, object]:
    """Return the contents of a file; empty if it is missing or unreadable."""
    with contextlib.suppress(OSError, ValueError):  # an unreadable file counts as missing
        found = json.loads((data_home() / name).read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def write(name: str, content: Mapping[str, object]) -> None:
    """Write a file atomically: if the program is killed meanwhile, either the old or the new file is there."""
    file = data_home() / name
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
        json.dump(content, stream, indent=1)
    os.replace(fresh, file)
