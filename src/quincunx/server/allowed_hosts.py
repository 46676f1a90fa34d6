"""The names by which a server may be reached.

Another site can point its own name at this machine (DNS rebinding), so that the browser takes this server for that
site. But it cannot change the name in the request. So a server on the local address accepts only its own names; one
that listens on the network without a configured name accepts any.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from litestar.types import HTTPScope, WebSocketScope

from quincunx.server.config import Config

NAME = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::[0-9]{1,5})?\Z")  # with a port, which a tunnel may change


class Hosts:
    """The names that a server accepts."""

    def __init__(self, config: Config) -> None:
        public = urlsplit(config.public_url).netloc.lower()
        self._named = {host.lower() for host in config.hosts} | ({public} if public else set())
        self._any = not config.hosts and not is_loopback(config.host)

    def accepts(self, scope: HTTPScope | WebSocketScope) -> bool:
        """Whether the request is for this server. A request without a name does not come from a browser."""
        names = [value.decode("latin-1").lower() for key, value in scope["headers"] if key == b"host"]
        return self._any or all(name in self._named or is_loopback(_host(name)) for name in names)


def is_loopback(host: str) -> bool:
    """Whether the name or the address always means the local machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host(name: str) -> str:
    """The host of `host:port` or `[::1]:port`; empty if it is neither."""
    found = NAME.match(name)
    return "" if found is None else found[1] or found[2]
