"""Requests whose bodies end early: the client's doing, which Litestar takes for a fault of the server."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from litestar import Request
from litestar.exceptions import ClientException, InternalServerException

from quincunx.server.identity import Asker
from quincunx.words import phrase


class WholeRequest(Request[Asker, Any, Any]):
    """A request that is refused where its body does not come to its end."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The body in parts."""
        try:
            async for part in super().stream():
                yield part
        except InternalServerException as error:
            raise ClientException(detail=phrase("server.request.cut_off")) from error
