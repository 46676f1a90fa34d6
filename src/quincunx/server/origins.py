"""Which pages may speak for a person: this site's own.

A browser says with every request that changes something, and with every WebSocket, from which page it comes. A program
says nothing, and holds nobody's cookies but its own.
"""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

from litestar.datastructures import Headers


class Party(NamedTuple):
    """The site as passkeys know it: they are made for a name, and used from pages of one origin."""

    id: str
    origin: str


def party_of(headers: Headers, scheme: str, public_url: str) -> Party | None:
    """The site that passkeys are made for; None where browsers allow none, or where a stranger could name it.

    Without a public_url only this machine's own name is believed.
    """
    origin = public_url.rstrip("/") or f"{scheme}://{headers.get('host', '')}"
    try:
        parts = urlsplit(origin.lower())
        host = parts.hostname or ""
    except ValueError:
        return None
    local = host == "localhost" or host.endswith(".localhost")
    if not local and (not public_url or parts.scheme != "https" or _is_address(host)):
        return None
    return Party(host, f"{parts.scheme}://{parts.netloc}")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_own(headers: Headers, scheme: str, public_url: str) -> bool:
    """Whether the request comes from a page of this site, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    own = public_url.rstrip("/") or f"{scheme}://{headers.get('host', '')}"
    return origin.lower() == own.lower()
