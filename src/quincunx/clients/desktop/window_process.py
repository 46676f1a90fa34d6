"""The protocol between the program and the processes that show a window."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

TITLE = "Quincunx"
WIDTH, HEIGHT = 1200, 820
LEAST_WIDTH, LEAST_HEIGHT = 360, 560

# The messages between the program and a window's process, one per line.
ANOTHER = "another"
SHOWN = "shown"
CLOSED = "closed"


def say_shown() -> None:
    """Tell the program that the window is shown."""
    print(SHOWN, flush=True)


def leave() -> NoReturn:
    """Tell the program that the last window is closed, and exit at once: Qt's own cleanup may crash."""
    print(CLOSED, flush=True)
    os._exit(0)


def give_up(reason: str) -> NoReturn:
    """Tell the program why there is no window, and exit."""
    print(" ".join(reason.split()), flush=True)
    sys.exit(1)


def attend(another: Callable[[], None], close: Callable[[], None]) -> None:
    """Follow the program's requests in the background: open another window; close all when the program is gone."""
    threading.Thread(target=_attend, args=(another, close), daemon=True).start()


def _attend(another: Callable[[], None], close: Callable[[], None]) -> None:
    while data := os.read(0, 4096):  # not sys.stdin, whose lock would block at exit
        for _ in data.splitlines():
            another()
    close()


def is_root() -> bool:
    """Whether the user is root, for whom Chromium's sandbox, also in Qt, does not work."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
