"""Compression of the API's answers, by Litestar's middleware.

Litestar compresses on the event loop, where everybody waits for it. So the level is a low one: the longest answer that
is sent at once takes under 2 ms. An export can be much longer, and is sent as it is.

The browser client's files do not come through here. `site` compresses them once, when the server starts, at the highest
level: they never change while it runs, and each form has a strong ETag of its own.
"""

from __future__ import annotations

from litestar.config.compression import CompressionConfig
from litestar.datastructures import Headers
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import Receive, Scope, Send

SMALLEST = 1024  # bytes: below that, compression costs more than it saves
LEVEL = 4
UNCOMPRESSED = "uncompressed"  # the option of route handlers whose answers are sent as they are


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header takes gzip."""
    weights = {}
    for part in header.lower().split(","):
        name, _, parameter = part.partition(";")
        weights[name.strip()] = parameter.replace(" ", "")
    weight = weights.get("gzip", weights.get("*", "q=0"))
    return weight.rstrip(".0") != "q="  # any other weight is more than nothing


class Compression(CompressionMiddleware):
    """Litestar's, for clients that accept gzip: by itself it takes `gzip;q=0`, a refusal, for consent."""

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
