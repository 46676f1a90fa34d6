"""Real databases for tests: a SQLite file, and a PostgreSQL server for the test run on a free loopback port."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

OWNERS = ("postgres", "nobody")  # PostgreSQL refuses to run as root


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL server on this machine."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return found[-1] if found else None


@contextmanager
def postgresql(folder: Path) -> Iterator[Callable[..., str]]:
    """A running server; each call creates a new database, empty or as a copy of another, and returns its address."""
    data = Path(tempfile.mkdtemp(prefix="quincunx-postgresql-"))
    run = as_owner(data)
    try:
        run([folder / "initdb", "-D", data / "data", "-U", "quincunx", "--auth=trust", "--no-sync", "-E", "UTF8"])
        port = free_port()
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={data} -c fsync=off"
        run([folder / "pg_ctl", "-D", data / "data", "-w", "-l", data / "log", "-o", settings, "start"])
        try:
            names = (f"test{number}" for number in count())
            yield lambda copied="template1": _create(port, next(names), copied.rpartition("/")[2])
        finally:
            run([folder / "pg_ctl", "-D", data / "data", "-w", "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(data)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _create(port: int, name: str, copied: str) -> str:
    with psycopg.connect(f"postgresql://quincunx@127.0.0.1:{port}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {copied}".encode())
    return f"postgresql://quincunx@127.0.0.1:{port}/{name}"


def owner() -> str | None:
    """The user other than root that runs PostgreSQL; None if this process is not root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in OWNERS if name in known)


def as_owner(data: Path) -> Callable[[list[object]], None]:
    """Run commands as a user other than root, who becomes the folder's owner."""
    user = owner()
    if user is not None:
        shutil.chown(data, user)

    def run(command: list[object]) -> None:
        words = [str(word) for word in command]
        done = subprocess.run(words, user=user, cwd=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, done.stdout

    return run
