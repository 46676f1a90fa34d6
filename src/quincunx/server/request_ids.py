"""An id for every request: answers carry it, errors show it, and the log's lines have it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any, cast

from litestar.datastructures import Headers
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from quincunx.server.logs import REQUEST

HEADER = b"x-request-id"
STARTS = frozenset({"http.response.start", "websocket.accept", "websocket.http.response.start"})
_FORM = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


class Numbered:
    """An application whose requests have ids: made here, or by a proxy that is trusted.

    It stands outside of what believes a trusted proxy's word on the client's address, because afterwards nobody
    knows any more from whom a request came.
    """

    def __init__(self, app: ASGIApp, trusted_proxies: Sequence[str]) -> None:
        self._proxied = ProxyHeadersMiddleware(cast("Any", app), list(trusted_proxies))
        self._app = cast("ASGIApp", self._proxied) if trusted_proxies else app
        self._trusts = bool(trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        id = self._given(scope) or secrets.token_hex(8)
        REQUEST.set(id)  # for the task of this request, and those that it begins

        async def numbered(message: Message) -> None:
            if message["type"] in STARTS:
                started = cast("dict[str, Any]", message)
                started["headers"] = [*started.get("headers", ()), (HEADER, id.encode())]
            await send(message)

        await self._app(scope, receive, numbered)

    def _given(self, scope: Scope) -> str:
        """The id that a trusted proxy has given the request; empty where none has."""
        client = scope.get("client")
        if not self._trusts or client is None or client[0] not in self._proxied.trusted_hosts:
            return ""
        given = Headers.from_scope(scope).get("x-request-id", "")
        return given if _FORM.fullmatch(given) else ""
