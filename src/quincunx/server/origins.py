"""Which pages may speak for a person: this site's own.

A browser says with every request that changes something, and with every WebSocket, from which page it comes. A program
says nothing, and holds nobody's cookies but its own.
"""

from __future__ import annotations

from litestar.datastructures import Headers


def is_own(headers: Headers, scheme: str, public_url: str) -> bool:
    """Whether the request comes from a page of this site, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    own = public_url.rstrip("/") or f"{scheme}://{headers.get('host', '')}"
    return origin.lower() == own.lower()
