"""Checks whether there is a display to show a window on."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from quincunx.words import Text, phrase

PATIENCE = 3.0  # seconds, for a remote display
X_PORT = 6000


def trouble(environment: Mapping[str, str], platform: str = sys.platform) -> Text:
    """The reason why no window can be shown here; empty if one can."""
    if platform in ("darwin", "win32"):
        return Text()
    wayland, x = environment.get("WAYLAND_DISPLAY"), environment.get("DISPLAY")
    if not wayland and not x:
        return phrase("desktop.display.none")
    if wayland and _answers(os.path.join(environment.get("XDG_RUNTIME_DIR", ""), wayland)):
        return Text()
    if x and _x_answers(x):
        return Text()
    return phrase("desktop.display.silent", display=x or wayland or "")


def _x_answers(display: str) -> bool:
    """Whether the X server answers. DISPLAY is host:number.screen; without a host it is a local socket."""
    match = re.fullmatch(r"(?:unix|([^:/]+))?:(\d+)(?:\.\d+)?", display)
    if match is None:
        return Path(display.rpartition(":")[0]).is_socket()  # on macOS, a path
    host, number = match[1], int(match[2])
    if host:
        return _answers((host, X_PORT + number))
    path = f"/tmp/.X11-unix/X{number}"
    return _answers(path) or _answers(f"\0{path}")


def _answers(address: str | tuple[str, int]) -> bool:
    """Whether something listens at a host and port, or at a path."""
    try:
        if isinstance(address, tuple):
            socket.create_connection(address, PATIENCE).close()
            return True
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(address)
            return True
    except (OSError, OverflowError):
        return False
