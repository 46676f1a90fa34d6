"""`quincunx` as a user starts it: real processes that print lines, each with a separate home folder."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
from pathlib import Path

from servers import DEADLINE

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
LEADS_ASTRAY = ("DISPLAY", "WAYLAND_DISPLAY", "QUINCUNX_DATABASE", "QUINCUNX_CONFIG", "QUINCUNX_PORT")


def surroundings(home: Path, display: str | None, **more: str) -> dict[str, str]:
    """An environment with a separate home folder and this display, or none."""
    kept = {name: value for name, value in os.environ.items() if name not in LEADS_ASTRAY}
    return kept | ({"DISPLAY": display} if display else {}) | {"XDG_DATA_HOME": str(home)} | more


class Program:
    """A running program, and the lines that it prints."""

    def __init__(self, *arguments: str, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "quincunx", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def line(self, part: str) -> str:
        """Waits for a line that contains this text."""
        while (line := self._lines.get(timeout=DEADLINE)) is not None:
            self.said.append(line)
            if part in line:
                return line
        raise AssertionError(f"it never said {part!r}, but:\n" + "\n".join(self.said))

    def port(self) -> int:
        """Waits until it prints its address; returns the port."""
        found = ADDRESS.search(self.line("http://"))
        assert found is not None
        return int(found[1])

    def ended(self) -> int:
        """Waits until it has ended; returns its exit code, with all its lines in `said`."""
        code = self.process.wait(DEADLINE)
        self._reader.join(DEADLINE)
        while (line := self._lines.get(timeout=DEADLINE)) is not None:
            self.said.append(line)
        return code

    def stop(self, number: int) -> int:
        """Send a signal, and wait for the program to end."""
        self.process.send_signal(number)
        return self.ended()

    def end(self) -> None:
        """Make sure that the program has ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(DEADLINE)
