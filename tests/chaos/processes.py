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
from services import HAPROXY, Service, find_program

SETTINGS = {
    "accounts_per_hour": 1_000_000,
    "connections": 4_000,
    "connections_an_address": 4_000,
    "messages_a_second": 200,
    "trusted_proxies": "127.0.0.1",
    "bot_seconds": 0.2,
    "log_format": "json",
}
LINK = """\
global
    stats socket {folder}/{name}.control level admin
    hard-stop-after 1s
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
frontend near
    bind 127.0.0.1:{port}
    default_backend far
backend far
    server one 127.0.0.1:{target}
"""
PROXY = """\
global
    stats socket {folder}/{name}.control level admin
    hard-stop-after 1s
    maxconn 4000
defaults
    mode http
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout tunnel 1h
    timeout check 2s
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
    default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""
SKEW_LIBRARY = "libfaketimeMT.so.1"


class Relay(Service):
    """HAProxy, with a control socket."""

    def config(self) -> str:
        """Its configuration."""
        raise NotImplementedError

    def command(self) -> list[str]:
        """The program and its arguments."""
        settings = self.folder / f"{self.name}.cfg"
        settings.write_text(self.config())
        return [str(find_program(HAPROXY)), "-db", "-q", "-f", str(settings)]

    def is_ready(self) -> bool:
        """Whether it accepts connections."""
        return bool(self.ask("show info"))

    def ask(self, line: str) -> str:
        """Send a command to its control socket and return the answer, or an empty text if there is none."""
        with suppress(OSError), socket.socket(socket.AF_UNIX) as talk:
            talk.settimeout(2)
            talk.connect(str(self.folder / f"{self.name}.control"))
            talk.sendall(f"{line}\n".encode())
            return b"".join(iter(lambda: talk.recv(65536), b"")).decode()
        return ""


class Link(Relay):
    """The connection from a process to a service, which can be cut (refused) or suspended (nothing arrives)."""

    def __init__(self, folder: Path, name: str, target: int) -> None:
        super().__init__(folder, name)
        self._target = target

    def config(self) -> str:
        """One port that leads to another."""
        return LINK.format(folder=self.folder, name=self.name, port=self.port, target=self._target)

    def cut(self) -> None:
        """Close all connections, and refuse new ones."""
        self.ask("disable server far/one")
        self.ask("shutdown sessions server far/one")

    def mend(self) -> None:
        """Let connections through again."""
        self.ask("enable server far/one")


class Proxy(Relay):
    """The proxy in front of the servers. If one does not answer, it notices within seconds and cuts its connections."""

    def __init__(self, folder: Path, servers: Mapping[str, int]) -> None:
        super().__init__(folder, "proxy")
        self._servers = dict(servers)

    def config(self) -> str:
        """All servers in turn."""
        lines = "\n".join(f"    server {name} 127.0.0.1:{port} check" for name, port in self._servers.items())
        return PROXY.format(folder=self.folder, name=self.name, port=self.port, servers=lines)

    def cut(self, server: str) -> None:
        """Cut all connections to a server; clients may reconnect at once."""
        self.ask(f"shutdown sessions server servers/{server}")

    def up(self) -> set[str]:
        """The servers that it considers to be up."""
        rows = [line.split(",") for line in self.ask("show stat").splitlines()]
        return {row[1] for row in rows if row[:1] == ["servers"] and row[1] in self._servers and row[17] == "UP"}


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
        return os.environ | given | (wrong_clock(source, self.skew) if self.skew else {"PYTHONPATH": source})

    def settings(self) -> Mapping[str, object]:
        """Its settings."""
        return SETTINGS

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

    def is_ready(self) -> bool:
        """Whether it answers."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1) as talk:
            talk.settimeout(2)
            host = f"Host: 127.0.0.1:{self.port}"
            talk.sendall(f"GET /health HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())
            return talk.recv(64).startswith(b"HTTP/1.1 200")
        return False


class Worker(Process):
    """`quincunx workers`."""

    def is_ready(self) -> bool:
        """Whether it has started; it listens nowhere."""
        return self.is_running()


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
