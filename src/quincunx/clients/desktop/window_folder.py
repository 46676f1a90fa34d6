"""What the program keeps for its window: a folder of its own, and in it the port that it prefers."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path

from quincunx.store.home import data_home

LOOPBACK = "127.0.0.1"


def folder() -> Path:
    """The folder, for nobody else to read: cookies lie in it."""
    path = data_home() / "window"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def remembered_port(folder: Path) -> int:
    """The port of the last time, 0 if there was none: a page's settings belong to its address, port included."""
    with contextlib.suppress(OSError, ValueError):
        port = int((folder / "port").read_text())
        if 0 < port < 65536:
            return port
    return 0


def remember_port(folder: Path, port: int) -> None:
    """Note it for the next time."""
    (folder / "port").write_text(f"{port}\n")


def is_free(port: int) -> bool:
    """Whether nobody listens on it."""
    try:
        with socket.create_server((LOOPBACK, port)):
            return True
    except (OSError, OverflowError):
        return False
