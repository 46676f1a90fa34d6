"""A pseudo-terminal: everything that the program writes to it is recorded, byte by byte."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from servers import DEADLINE

OTHERS = ("COLORTERM", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR")  # they describe another terminal
_ESCAPE = re.compile(
    rb"\x1b(\[[0-9;:?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[PX^_].*?\x1b\\|[ -/]*[0-~])", re.DOTALL
)


class PseudoTerminal:
    """The program in a terminal of 24 lines."""

    def __init__(self, *arguments: str, width: int = 80, **environment: str) -> None:
        self.written = b""
        self._own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in OTHERS}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "quincunx", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=kept | environment,
            start_new_session=True,
        )
        os.close(theirs)

    @property
    def text(self) -> str:
        """The written text without escape codes."""
        return _ESCAPE.sub(b"", self.written).decode(errors="replace")

    def type(self, keys: str) -> None:
        """Send keys as a terminal does."""
        os.write(self._own, keys.encode())

    def sees(self, words: str) -> None:
        """Read on until the text has appeared since the last call."""
        begun, deadline = self._seen, time.monotonic() + DEADLINE
        while words not in self.text[begun:]:
            assert time.monotonic() < deadline, self.text
            self._read()
        self._seen = len(self.text)

    _seen = 0

    def _read(self) -> None:
        if select.select([self._own], [], [], 0.5)[0]:
            with contextlib.suppress(OSError):  # the program has exited
                self.written += os.read(self._own, 65536)

    def close(self) -> None:
        """End the program."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._own)
