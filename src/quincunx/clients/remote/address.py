"""Addresses of servers, and links to matches on them."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from quincunx.clients.remote.errors import RemoteError
from quincunx.words import phrase


class Address(NamedTuple):
    """A server; if it was read from a link, also the match and, if the link opens a seat, the seat's secret."""

    server: str
    match: str = ""
    secret: str = ""

    @property
    def live(self) -> str:
        """The URL of its WebSocket."""
        return "ws" + self.server.removeprefix("http") + "/live"

    def link(self, match: str, secret: str) -> str:
        """The link that opens a seat, the same as in the browser client."""
        return f"{self.server}/join/{match}#{secret}"


def read_address(text: str) -> Address:
    """Parse the address of a server (http://host:8000) or a link to a match there (…/join/ID#SECRET, …/match/ID)."""
    parts = urlsplit(text if "://" in text else f"http://{text}")
    try:
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise RemoteError(phrase("clients.remote.no_address", example="http://127.0.0.1:8000", text=repr(text)))
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    server = f"{parts.scheme}://{host}{port}"
    match parts.path.strip("/").split("/"):
        case [""]:
            return Address(server)
        case ["join" | "match", id] if id:
            return Address(server, id, parts.fragment)
    raise RemoteError(phrase("clients.remote.no_link", text=repr(text), expected=f"{server}/join/ID#SECRET"))
