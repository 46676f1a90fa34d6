"""The folder in which the program keeps its window's data, among it the preferred port."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path

from quincunx.core.folders import data_home

LOOPBACK = "127.0.0.1"


def folder() -> Path:
    """The folder, created if needed and accessible to its owner only, because it contains cookies."""
    path = data_home() / "window"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def remembered_port(folder: Path) -> int:
    """The last port used, or 0. It is reused because a page's settings belong to its address, including the port."""
    with contextlib.suppress(OSError, ValueError):
        port = int((folder / "port").read_text())
        if 0 < port < 65536:
            return port
    return 0


def remember_port(folder: Path, port: int) -> None:
    """Store the port for the next start."""
    (folder / "port").write_text(f"{port}\n")


def is_free(port: int) -> bool:
    """Whether the port is free."""
    try:
        with socket.create_server((LOOPBACK, port)):
            return True
    except (OSError, OverflowError):
        return False
