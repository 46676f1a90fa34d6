"""Compression of the API's responses, by Litestar's middleware.

Litestar compresses on the event loop, which blocks everybody. So the level is low: the longest ordinary response takes
less than 2 ms. An export can be much longer, and is sent uncompressed.

The browser client's files do not pass through here. `site` compresses them once, when the server starts, at the highest
level: they never change while it runs, and each encoding has its own strong ETag.
"""

from __future__ import annotations

from litestar.config.compression import CompressionConfig
from litestar.datastructures import Headers
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import Receive, Scope, Send

SMALLEST = 1024  # bytes: below that, compression costs more than it saves
LEVEL = 4
UNCOMPRESSED = "uncompressed"  # the option of route handlers whose responses are not compressed


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header accepts gzip."""
    weights = {}
    for part in header.lower().split(","):
        name, _, parameter = part.partition(";")
        weights[name.strip()] = parameter.replace(" ", "")
    weight = weights.get("gzip", weights.get("*", "q=0"))
    return weight.rstrip(".0") != "q="  # any other weight is greater than zero


class Compression(CompressionMiddleware):
    """Litestar's middleware, only for clients that accept gzip. By itself it also accepts the refusal `gzip;q=0`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if accepts_gzip(Headers.from_scope(scope).get("accept-encoding", "")):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


COMPRESSION = CompressionConfig(
    backend="gzip",
    minimum_size=SMALLEST,
    gzip_compress_level=LEVEL,
    middleware_class=Compression,
    exclude_opt_key=UNCOMPRESSED,
)
