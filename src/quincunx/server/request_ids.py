"""An id for every request, which is in the response, in errors, and in the log."""

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


class RequestIds:
    """Gives every request an id: a new one, or the one from a trusted proxy.

    It wraps the middleware that replaces the address with the one from a trusted proxy, because after that it is no
    longer known which machine sent the request.
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
        REQUEST.set(id)  # for the task of this request, and the tasks that it starts

        async def numbered(message: Message) -> None:
            if message["type"] in STARTS:
                started = cast("dict[str, Any]", message)
                started["headers"] = [*started.get("headers", ()), (HEADER, id.encode())]
            await send(message)

        await self._app(scope, receive, numbered)

    def _given(self, scope: Scope) -> str:
        """The request's id from a trusted proxy; empty if there is none."""
        client = scope.get("client")
        if not self._trusts or client is None or client[0] not in self._proxied.trusted_hosts:
            return ""
        given = Headers.from_scope(scope).get("x-request-id", "")
        return given if _FORM.fullmatch(given) else ""
