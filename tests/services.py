"""Real services for tests besides PostgreSQL: Redis and HAProxy on free loopback ports, ended by their process ids."""

from __future__ import annotations

import contextlib
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import psycopg

from databases import as_owner, free_port, owner

DEADLINE = 60  # seconds: only a service that hangs takes this long
POLL = 0.02

HAPROXY = "haproxy"
REDIS = "redis-server"

PROXY = """\
global
    stats socket {folder}/control level admin
    hard-stop-after 1s
defaults
    mode http
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout tunnel 1h
    option forwardfor
    option redispatch
    retries 2
frontend people
    bind 127.0.0.1:{port}
    default_backend servers
backend servers
    balance roundrobin
    option httpchk GET /health
    http-check send hdr Host 127.0.0.1:{port}
    default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


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


class PostgreSQL(Service):
    """A separate PostgreSQL server, for tests that stop it; what it has committed survives that."""

    def __init__(self, folder: Path, programs: Path) -> None:
        super().__init__(folder, "postgresql")
        self._programs = programs
        folder.mkdir()
        run = as_owner(folder)
        run([programs / "initdb", "-D", folder / "data", "-U", "quincunx", "--auth=trust", "--no-sync", "-E", "UTF8"])

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgresql://quincunx@127.0.0.1:{self.port}/postgres"

    def command(self) -> list[str]:
        """The program and its arguments."""
        settings = ("listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}", "fsync=off")
        words = [word for setting in settings for word in ("-c", setting)]
        return [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *words]

    def owner(self) -> str | None:
        """The user that it runs as: it refuses to run as root."""
        return owner()

    def is_ready(self) -> bool:
        """Whether it accepts connections."""
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def crash(self) -> None:
        """End it at once, without notifying its clients."""
        self._end(signal.SIGQUIT)


class HAProxy(Service):
    """A proxy in front of servers. If one does not answer, it notices within seconds and cuts its connections."""

    def __init__(self, folder: Path, servers: Mapping[str, int]) -> None:
        super().__init__(folder, "haproxy")
        self._servers = dict(servers)  # their ports by name

    @property
    def url(self) -> str:
        """The address that clients use."""
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        """The program and its arguments."""
        program = find_program(HAPROXY)
        assert program is not None
        lines = [f"    server {name} 127.0.0.1:{port} check" for name, port in self._servers.items()]
        settings = self.folder / "haproxy.cfg"
        settings.write_text(PROXY.format(folder=self.folder, port=self.port, servers="\n".join(lines)))
        return [program, "-db", "-q", "-f", str(settings)]

    def is_ready(self) -> bool:
        """Whether it accepts connections."""
        return bool(self.ask("show info"))

    def cut(self, server: str) -> None:
        """Cut all connections to a server; clients may reconnect at once."""
        self.ask(f"shutdown sessions server servers/{server}")

    def up(self) -> list[str]:
        """The servers that it considers to be up."""
        rows = [line.split(",") for line in self.ask("show stat").splitlines()]
        return [row[1] for row in rows if row[:1] == ["servers"] and row[1] in self._servers and row[17] == "UP"]

    def ask(self, line: str) -> str:
        """Send a command to its control socket and return the answer, or an empty text if there is none."""
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as talk:
            talk.settimeout(2)
            talk.connect(str(self.folder / "control"))
            talk.sendall(f"{line}\n".encode())
            return b"".join(iter(lambda: talk.recv(65536), b"")).decode()
        return ""
