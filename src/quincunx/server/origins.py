"""Origin checks: only this site's own pages may act for a user.

A browser sends the origin of the page with every request that changes something, and with every WebSocket. Programs
send no origin, and have only their own cookies.
"""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

from litestar.datastructures import Headers


class RelyingParty(NamedTuple):
    """The relying party of passkeys: they are created for a host name, and used from pages of one origin."""

    id: str
    origin: str


def relying_party_of(headers: Headers, scheme: str, public_url: str) -> RelyingParty | None:
    """The relying party of passkeys; None if browsers do not allow them, or if a stranger could choose the name.

    Without a public_url, only names of the local machine are accepted.
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
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc}")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_own(headers: Headers, scheme: str, public_url: str) -> bool:
    """Whether the request comes from a page of this site, or not from a page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    own = public_url.rstrip("/") or f"{scheme}://{headers.get('host', '')}"
    return origin.lower() == own.lower()
