"""What the processes that show a window have in common, each on its side."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

TITLE = "Quincunx"
WIDTH, HEIGHT = 1200, 820
LEAST_WIDTH, LEAST_HEIGHT = 360, 560

# What the program and a window's process say to each other, a line each.
ANOTHER = "another"
SHOWN = "shown"
CLOSED = "closed"


def say_shown() -> None:
    """Tell the program that there is a window."""
    print(SHOWN, flush=True)


def leave() -> NoReturn:
    """Tell the program that the last window is closed, and end; what else Qt would do at the end can only go wrong."""
    print(CLOSED, flush=True)
    os._exit(0)


def give_up(reason: str) -> NoReturn:
    """Tell the program in a line why there is no window."""
    print(" ".join(reason.split()), flush=True)
    sys.exit(1)


def attend(another: Callable[[], None], close: Callable[[], None]) -> None:
    """Do as the program says, in the background: another window, or when it is gone, none."""
    threading.Thread(target=_attend, args=(another, close), daemon=True).start()


def _attend(another: Callable[[], None], close: Callable[[], None]) -> None:
    while told := os.read(0, 4096):  # not sys.stdin, whose lock would be in the way at the end
        for _ in told.splitlines():
            another()
    close()


def is_root() -> bool:
    """Chromium's sandbox, Qt's too, does not work for root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
