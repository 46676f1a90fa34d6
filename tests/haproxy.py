"""Real HAProxy for tests: in front of servers, and as a link between two programs that can be cut."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from services import Service, find_program

HAPROXY = "haproxy"
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
    """A proxy in front of servers. If one does not answer, it notices within seconds and cuts its connections."""

    def __init__(self, folder: Path, servers: Mapping[str, int]) -> None:
        super().__init__(folder, "proxy")
        self._servers = dict(servers)

    @property
    def url(self) -> str:
        """The address that clients use."""
        return f"http://127.0.0.1:{self.port}"

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
