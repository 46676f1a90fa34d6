"""Real services for tests, on free loopback ports and ended by their process ids; Redis is one of them."""

from __future__ import annotations

import contextlib
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

DEADLINE = 60  # seconds: only a service that hangs takes this long
POLL = 0.02

REDIS = "redis-server"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def find_program(name: str) -> str | None:
    """The path of a service's program; Debian keeps some of them outside many users' PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


class Service:
    """A program that listens on a port, and that can be killed, stopped, suspended and restarted."""

    def __init__(self, folder: Path, name: str, port: int = 0) -> None:
        self.name = name
        self.port = port or free_port()
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """The program and its arguments."""
        raise NotImplementedError

    def environment(self) -> Mapping[str, str] | None:
        """The program's environment; None for this process's own."""
        return None

    def owner(self) -> str | None:
        """The user that the program runs as; None for this process's own."""
        return None

    def is_ready(self) -> bool:
        """Whether the program answers."""
        raise NotImplementedError

    def start(self) -> None:
        """Start the program and wait until it answers, on the same port as before."""
        self.begin()
        self.wait_until_ready()

    def begin(self) -> None:
        """Start the program."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                env=self.environment(),
                user=self.owner(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in a terminal must not reach it before its owner stops it
            )

    def wait_until_ready(self) -> None:
        """Wait until it answers; raises AssertionError with its log if it does not."""
        deadline = time.monotonic() + DEADLINE
        while not self.is_ready():
            if not self.is_running() or time.monotonic() > deadline:
                raise AssertionError(f"{self.name} did not start:\n{self.log()}")
            time.sleep(POLL)

    def is_running(self) -> bool:
        """Whether the process is running."""
        return self.process is not None and self.process.poll() is None

    def log(self) -> str:
        """What the program has printed."""
        return (self.folder / f"{self.name}.log").read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it gracefully."""
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Suspend the process: its connections stay open, but nothing answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume the process."""
        self._signal(signal.SIGCONT)

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        self._signal(number)
        self._signal(signal.SIGCONT)  # a suspended process would not receive the signal
        try:
            self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _signal(self, number: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)


class Redis(Service):
    """A Redis server that keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "redis")

    @property
    def url(self) -> str:
        """Its address, as given to `--bus`."""
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        """The program and its arguments."""
        program = find_program(REDIS)
        assert program is not None
        where = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        return [program, *where, "--save", "", "--appendonly", "no"]

    def is_ready(self) -> bool:
        """Whether it answers a ping."""
        return self.ask("PING") == "+PONG"

    def ask(self, line: str) -> str:
        """Send a command as a line; returns the first line of the answer, or an empty text if there is none."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1) as talk:
            talk.sendall(f"{line}\r\n".encode())
            return talk.recv(4096).decode(errors="replace").partition("\r\n")[0]
        return ""
