"""Lines from standard input, past Python's own buffer: a thread that waits in there could not be left behind."""

from __future__ import annotations

import os

STANDARD_INPUT = 0


class Keyboard:
    """Whatever is typed, or comes through a pipe, line by line."""

    def __init__(self, descriptor: int = STANDARD_INPUT) -> None:
        self._descriptor = descriptor
        self._rest = b""

    def is_terminal(self) -> bool:
        """Whether somebody sits there, and sees what is typed."""
        return os.isatty(self._descriptor)

    def line(self) -> str | None:
        """The next line; None at the end of input."""
        while b"\n" not in self._rest and (part := self._read()):
            self._rest += part
        line, _, rest = self._rest.partition(b"\n")
        ended, self._rest = not self._rest, rest
        return None if ended else line.decode(errors="replace").rstrip("\r")

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, 4096)
        except OSError:  # closed, or a terminal that has gone
            return b""


KEYBOARD = Keyboard()
