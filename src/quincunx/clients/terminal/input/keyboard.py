"""Reads lines from standard input without Python's buffer: a thread blocked there would prevent the program's exit."""

from __future__ import annotations

import os

STANDARD_INPUT = 0


class Keyboard:
    """Lines that are typed or come through a pipe."""

    def __init__(self, descriptor: int = STANDARD_INPUT) -> None:
        self._descriptor = descriptor
        self._rest = b""

    def is_terminal(self) -> bool:
        """Whether input comes from a terminal, which shows what is typed."""
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
        except OSError:  # closed, or the terminal is gone
            return b""


KEYBOARD = Keyboard()
