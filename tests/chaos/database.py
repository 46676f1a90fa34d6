"""A PostgreSQL server that can be suspended, and stopped in every way and restarted."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psycopg

from databases import OWNERS, binaries
from services import Service

NAME = "chaos"


class PostgreSQL(Service):
    """A server with one empty database, in a folder owned by a user other than root."""

    def __init__(self) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="quincunx-chaos-"))
        self._owner = _owner()
        if self._owner is not None:
            shutil.chown(self.data, self._owner)
        super().__init__(self.data, "postgresql")

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.url_at(self.port)

    @staticmethod
    def url_at(port: int) -> str:
        """The address of the database through a port that leads to the server."""
        return f"postgresql+psycopg://quincunx@127.0.0.1:{port}/{NAME}"

    def make(self) -> None:
        """Create the server's files, start it, and create the database."""
        words = ["-D", str(self.data / "data"), "-U", "quincunx", "--auth=trust", "--no-sync", "-E", "UTF8"]
        self._run([str(_program("initdb")), *words])
        self.start()
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {NAME}".encode())

    def command(self) -> list[str]:
        """The program and its arguments."""
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(self.data), "fsync": "off"}
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(_program("postgres")), "-D", str(self.data / "data"), "-p", str(self.port), *given]

    def begin(self) -> None:
        """Start the program."""
        (self.data / "data" / "postmaster.pid").unlink(missing_ok=True)  # left by a killed server
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                user=self._owner,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def is_ready(self) -> bool:
        """Whether it answers a query."""
        with suppress(psycopg.Error), psycopg.connect(self._address("postgres"), connect_timeout=2):
            return True
        return False

    def stop_fast(self) -> None:
        """Stop it: transactions in progress are rolled back, and all connections are closed."""
        self._end(signal.SIGINT)

    def stop_immediately(self) -> None:
        """Stop it at once, as in a crash; the next start recovers from its log."""
        self._end(signal.SIGQUIT)

    def remove(self) -> None:
        """Stop it and remove its files."""
        self.stop_immediately()
        shutil.rmtree(self.data, ignore_errors=True)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal; suspend or resume all processes of the server, because each has a group of its own."""
        super()._signal(number)  # first, so that it starts no more of them
        if number in (signal.SIGSTOP, signal.SIGCONT) and self.process is not None:
            for child in _children(self.process.pid):
                with suppress(ProcessLookupError):
                    os.kill(child, number)

    def _address(self, database: str) -> str:
        return f"postgresql://quincunx@127.0.0.1:{self.port}/{database}"

    def _run(self, words: list[str]) -> None:
        done = subprocess.run(words, user=self._owner, cwd=self.data, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def _program(name: str) -> Path:
    folder = binaries()
    assert folder is not None
    return folder / name


def _owner() -> str | None:
    """A user other than root, as whom PostgreSQL refuses to run."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in OWNERS if name in known)


def _children(parent: int) -> list[int]:
    """The child processes of a process."""
    found = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []
