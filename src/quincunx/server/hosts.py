"""By which names a server may be reached.

A page of another site can have its own name lead to this machine (DNS rebinding): its browser then takes what answers
here for that site. It cannot change the name that the request carries. So a server on this machine's own address
answers to its own names only; one that listens on the network without being told its name believes the request.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from litestar.types import HTTPScope, WebSocketScope

from quincunx.server.config import Config

NAME = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::([0-9]{1,5}))?\Z")
USUAL_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class Hosts:
    """The names that a server answers to."""

    def __init__(self, config: Config) -> None:
        public = urlsplit(config.public_url).netloc.lower()
        self._named = {host.lower() for host in config.hosts} | ({public} if public else set())
        self._any = not config.hosts and not is_loopback(config.host)

    def accepts(self, scope: HTTPScope | WebSocketScope) -> bool:
        """Whether the request is for this server; one without a name comes from no browser."""
        names = [value.decode("latin-1").lower() for key, value in scope["headers"] if key == b"host"]
        return self._any or all(name in self._named or self._is_own(name, scope) for name in names)

    def _is_own(self, name: str, scope: HTTPScope | WebSocketScope) -> bool:
        """Whether it is a name of this machine itself, with the port that the request has come to."""
        host, port = _split(name, USUAL_PORTS.get(scope["scheme"], 80))
        server = scope.get("server")
        return is_loopback(host) and (server is None or server[1] == port)


def is_loopback(host: str) -> bool:
    """Whether the name, or the address, is always this very machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _split(name: str, usual: int) -> tuple[str, int]:
    """The host and the port of `host:port` or `[::1]:port`; no host where it is neither."""
    found = NAME.match(name)
    if found is None:
        return "", usual
    address, host, port = found.groups()
    return address or host, int(port) if port else usual
