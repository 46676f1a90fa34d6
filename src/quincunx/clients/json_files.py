"""Small things that this person's programs keep beside the database, as JSON. For nobody else to read."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping

from quincunx.store.home import data_home


def read(name: str) -> dict[str, object]:
    """What the file of that name holds; nothing where there is none."""
    with contextlib.suppress(OSError, ValueError):  # a file that nobody can read is as good as none
        found = json.loads((data_home() / name).read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def write(name: str, content: Mapping[str, object]) -> None:
    """The new file takes the old one's place at once: whoever is killed meanwhile has the one or the other."""
    file = data_home() / name
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
        json.dump(content, stream, indent=1)
    os.replace(fresh, file)
