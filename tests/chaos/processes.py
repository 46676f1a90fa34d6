"""The processes of a site: servers, workers, and the links through which they reach the database and the bus."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import quincunx
from haproxy import Link
from services import Service

SETTINGS = {
    "accounts_per_hour": 1_000_000,
    "connections": 4_000,
    "connections_an_address": 4_000,
    "messages_a_second": 200,
    "trusted_proxies": "127.0.0.1",
    "bot_seconds": 0.2,
    "log_format": "json",
}
SKEW_LIBRARY = "libfaketimeMT.so.1"


class Process(Service):
    """A process of the site, with a link to the database and one to the bus, and possibly a wrong clock."""

    def __init__(self, folder: Path, name: str, database: Link, bus: Link | None) -> None:
        super().__init__(folder, name)
        self.database, self.bus = database, bus
        self.skew = 0.0  # seconds by which its clock is ahead
        self.words: list[str] = []

    def command(self) -> list[str]:
        """The program and its arguments."""
        return [sys.executable, "-m", "quincunx", *self.words]

    def environment(self) -> Mapping[str, str]:
        """The settings, the wrong clock, and the same program as here."""
        given = {f"QUINCUNX_{name.upper()}": str(value) for name, value in self.settings().items()}
        source = str(Path(quincunx.__file__).parents[1])
        given["PYTHONFAULTHANDLER"] = "1"  # a crash shows where it was
        return os.environ | given | (wrong_clock(source, self.skew) if self.skew else {"PYTHONPATH": source})

    def settings(self) -> Mapping[str, object]:
        """Its settings."""
        return SETTINGS

    def is_ready(self) -> bool:
        """Whether it answers."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1) as talk:
            talk.settimeout(2)
            host = f"Host: 127.0.0.1:{self.port}"
            talk.sendall(f"GET /health HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())
            return talk.recv(64).startswith(b"HTTP/1.1 200")
        return False

    def errors(self) -> list[dict[str, object]]:
        """The errors that it has logged."""
        found = []
        for line in self.log().splitlines():
            with suppress(ValueError):
                told = json.loads(line)
                if told.get("level") in ("error", "critical"):
                    found.append(told)
        return found


class Server(Process):
    """`quincunx serve`."""

    def __init__(self, folder: Path, name: str, database: Link, bus: Link | None, bots: int) -> None:
        super().__init__(folder, name, database, bus)
        self._bots = bots

    def settings(self) -> Mapping[str, object]:
        """Bots and reviews are left to the workers, if there are any."""
        alone = {} if self._bots else {"bots": 0, "analysts": 0}
        return {**SETTINGS, **alone, "hosts": ""}


class Worker(Process):
    """`quincunx workers`."""


def wrong_clock(source: str, seconds: float) -> dict[str, str]:
    """The environment of a process whose wall clock is wrong but whose monotonic clock is not."""
    return {
        "LD_PRELOAD": skew_library(),
        "FAKETIME": f"{seconds:+.1f}s",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent / "wrong_clock"), source]),
    }


@cache
def skew_library() -> str:
    """The library that makes a process's clock wrong; empty if it is not installed."""
    found = next(Path("/usr/lib").glob(f"*/faketime/{SKEW_LIBRARY}"), None)
    return "" if found is None else str(found)
