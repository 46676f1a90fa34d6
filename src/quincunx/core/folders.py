"""The user's folders for the program's files. They may not exist yet."""

from __future__ import annotations

import os
from pathlib import Path


def data_home() -> Path:
    """The folder for the user's data."""
    return Path(os.environ.get("XDG_DATA_HOME") or _home() / ".local" / "share") / "quincunx"


def cache_home() -> Path:
    """The folder for files that can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "quincunx"


def _home() -> Path:
    """The user's home folder; without one, a place where no file can be, so that using it is an ordinary error."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)
