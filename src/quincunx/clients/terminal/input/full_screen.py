"""Whether this terminal can show a full screen."""

from __future__ import annotations

import os
import sys

from quincunx.clients.terminal.input.keyboard import KEYBOARD

LINES_ONLY = ("", "dumb", "unknown")  # kinds of terminals that cannot


def can_draw() -> bool:
    """Whether the program is used in a terminal that can move its cursor."""
    able = sys.platform == "win32" or os.environ.get("TERM", "") not in LINES_ONLY
    return able and KEYBOARD.is_terminal() and sys.stdout.isatty()
