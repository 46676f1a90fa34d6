"""Where this person's program keeps what it keeps."""

from __future__ import annotations

import os
from pathlib import Path


def data_home() -> Path:
    """The folder, whether it is there or not."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "quincunx"
