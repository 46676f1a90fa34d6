"""How far a long command is: one line that is written over, and only where a person is looking."""

from __future__ import annotations

import sys
import time

WIDTH = 24


def show(text: str) -> None:
    """Replace the line by this one."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


class Bar:
    """So many of so many, and how long the rest will take."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self.done = 0
        self.started = time.monotonic()
        self.draw("")

    def step(self, done: int = 1, note: str = "") -> None:
        """So many more are done."""
        self.done += done
        self.draw(note)

    def draw(self, note: str) -> None:
        """Show where things stand."""
        filled = WIDTH * self.done // max(self.total, 1)
        left = (time.monotonic() - self.started) / max(self.done, 1) * (self.total - self.done)
        rest = f"{left // 60:.0f}:{left % 60:02.0f} left" if self.done else ""
        show(f"[{'#' * filled}{'.' * (WIDTH - filled)}] {self.done} of {self.total} {self.what} {rest} {note}")

    def close(self) -> None:
        """Clear the line."""
        show("")
