"""Handles requests whose bodies end early: the client's fault, which Litestar reports as a server error."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from litestar import Request
from litestar.exceptions import ClientException, InternalServerException

from quincunx.server.identity import Asker
from quincunx.words import phrase


class WholeRequest(Request[Asker, Any, Any]):
    """A request that is refused if its body is incomplete."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the body in parts."""
        try:
            async for part in super().stream():
                yield part
        except InternalServerException as error:
            raise ClientException(detail=phrase("server.request.cut_off")) from error
