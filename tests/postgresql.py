"""A real PostgreSQL server for tests and benchmarks, which can be stopped in every way, suspended and started again."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from services import DEADLINE, POLL, Service

OWNERS = ("postgres", "nobody")  # PostgreSQL refuses to run as root


def is_installed() -> bool:
    """Whether this machine has a PostgreSQL server."""
    return find_programs() is not None


def find_programs() -> Path | None:
    """The folder of the newest PostgreSQL server on this machine."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return found[-1] if found else None


class PostgreSQL(Service):
    """A server in a folder of its own; what it has committed survives a crash, but not a power cut unless `durable`."""

    def __init__(self, durable: bool = False) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="quincunx-postgresql-"))
        programs = find_programs()
        assert programs is not None
        self._programs, self._durable, self._owner = programs, durable, _owner()
        if self._owner is not None:
            shutil.chown(self.data, self._owner)
        super().__init__(self.data, "postgresql")
        self._names = (f"test{number}" for number in count())
        self._make_files()

    def _make_files(self) -> None:
        """Create the databases' files."""
        words = ["-D", str(self.data / "data"), "-U", "quincunx", "--auth=trust", "--no-sync", "-E", "UTF8"]
        self._run("initdb", *words)

    def _run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs to its end."""
        done = subprocess.run(
            [self._programs / program, *words], user=self._owner, cwd=self.data, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query, or none if there are none."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            answer = connection.execute(query.encode())
            return answer.fetchall() if answer.description else []

    def new_database(self, copied: str = "template1") -> str:
        """Create a database, empty or as a copy of the one at an address, and return its address."""
        name = next(self._names)
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {copied.rpartition('/')[2]}".encode())
        return url_at(self.port, name)

    @property
    def url(self) -> str:
        """The address of the database that every server has."""
        return url_at(self.port)

    def command(self) -> list[str]:
        """The program and its arguments."""
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(self.data)}
        if not self._durable:
            settings["fsync"] = "off"
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self._programs / "postgres"), "-D", str(self.data / "data"), "-p", str(self.port), *given]

    def begin(self) -> None:
        """Start the program."""
        (self.data / "data" / "postmaster.pid").unlink(missing_ok=True)  # of one that was killed
        super().begin()

    def owner(self) -> str | None:
        """Its user: it refuses to run as root."""
        return self._owner

    def is_ready(self) -> bool:
        """Whether it accepts connections."""
        with suppress(psycopg.Error), psycopg.connect(self.url, connect_timeout=2):
            return True
        return False

    def stop_fast(self) -> None:
        """Stop it as for an upgrade: what is under way is undone, and all connections are closed."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """End it at once, without notifying its clients; the next start recovers from its log."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """Kill all its processes at once, like a power cut: its children would live on for a while without it."""
        self.freeze()  # first: then it starts no more of them
        children = self.processes()[1:]
        super().kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def remove(self) -> None:
        """Stop it and remove its files."""
        self.crash()
        shutil.rmtree(self.data, ignore_errors=True)

    def processes(self) -> list[int]:
        """The ids of all its processes."""
        assert self.process is not None
        return [self.process.pid, *_children(self.process.pid)]

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal; all its processes are suspended and resumed, because each has a group of its own."""
        super()._signal(number)  # first: it starts no more of them then
        if number in (signal.SIGSTOP, signal.SIGCONT) and self.process is not None:
            for child in _children(self.process.pid):
                with suppress(ProcessLookupError):
                    os.kill(child, number)


class Standby(PostgreSQL):
    """A server that replicates another one. Once it has started, the other one acknowledges only what it has, too."""

    def __init__(self, primary: PostgreSQL) -> None:
        self._primary = primary
        super().__init__()

    def _make_files(self) -> None:
        where = ["-h", "127.0.0.1", "-p", str(self._primary.port), "-U", "quincunx", "-D", str(self.data / "data")]
        self._run("pg_basebackup", *where, "--write-recovery-conf", "--checkpoint=fast", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until the primary waits for it before it acknowledges a commit."""
        super().start()
        self._primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self._primary.ask("SELECT pg_reload_conf()")
        deadline = time.monotonic() + DEADLINE
        while self._primary.ask("SELECT sync_state FROM pg_stat_replication") != [("sync",)]:
            assert time.monotonic() < deadline, self.log()
            time.sleep(POLL)

    def promote(self) -> None:
        """Make it the primary, which accepts writes."""
        self.ask("SELECT pg_promote()")


def url_at(port: int, name: str = "postgres") -> str:
    """The address of a database behind a port that leads to the server."""
    return f"postgresql://quincunx@127.0.0.1:{port}/{name}"


@contextmanager
def running_postgresql(durable: bool = False) -> Iterator[PostgreSQL]:
    """A running server, removed at the end."""
    server = PostgreSQL(durable)
    try:
        server.start()
        yield server
    finally:
        server.remove()


def _owner() -> str | None:
    """The user other than root that runs PostgreSQL; None if this process is not root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in OWNERS if name in known)


def _children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []
