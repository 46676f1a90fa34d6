"""A real Redis for tests, on a free loopback port; it can be stopped and started again."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from databases import free_port

DEADLINE = 30  # seconds


class RedisServer:
    """A running `redis-server` that keeps nothing on disk."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, empty, and wait until it accepts connections."""
        self._folder = Path(tempfile.mkdtemp(prefix="quincunx-redis-"))
        settings = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder))
        self._process = subprocess.Popen(["redis-server", *settings], stdout=subprocess.DEVNULL)
        until = time.monotonic() + DEADLINE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), DEADLINE).close()
                return
            except OSError:
                if time.monotonic() > until:
                    raise

    def kill(self) -> None:
        """Kill it, with everything in it."""
        self._process.kill()
        self._process.wait(DEADLINE)
        shutil.rmtree(self._folder)

    def freeze(self) -> None:
        """Suspend it: connections stay open, and nothing answers."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume it."""
        self._process.send_signal(signal.SIGCONT)
