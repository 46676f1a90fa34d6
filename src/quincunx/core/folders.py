"""The user's folders for the program's files. They may not exist yet."""

from __future__ import annotations

import os
from pathlib import Path


def data_home() -> Path:
    """The folder for the user's data."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "quincunx"


def cache_home() -> Path:
    """The folder for files that can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "quincunx"
