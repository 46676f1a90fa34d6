"""Refuses WebSockets with an HTTP response, so that clients know whether to try again.

Without this, uvicorn always responds with 403, which makes an outage look like a lack of permission.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import Message, Receive, Scope, Send, WebSocketScope
from uvicorn.protocols.utils import ClientDisconnected

from quincunx.protocol.errors import CODES
from quincunx.server.errors import BUSY, refusal, sentence
from quincunx.store.errors import Unavailable
from quincunx.words import Text
from quincunx.words.wire import encode_text

log = logging.getLogger("quincunx.live")

EXTENSION = "websocket.http.response"
ERROR = "quincunx_error"  # the key of the error in the scope's state
TRY_AGAIN = 1013  # the close code of a server that is full or stopping
POLICY = 1008  # the close code for clients that are not allowed
COME_BACK_AFTER = 2  # seconds
LAST_WORDS = 1.0  # seconds for the client to read the response


async def note_error(error: Exception, scope: Scope) -> None:
    """Remember an error on a WebSocket, and log it if it is the server's fault."""
    if scope["type"] != ScopeType.WEBSOCKET or isinstance(error, ClientDisconnected):
        return
    scope["state"][ERROR] = error
    if isinstance(error, Unavailable):
        log.warning("busy", extra={"cause": error.reason})
        return
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        log.error("failed", exc_info=error, extra={"route": scope.get("path_template")})


class Handshake:
    """Passes on an application's WebSocket messages; a close before the handshake becomes an HTTP response."""

    def __init__(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._pending = True

    async def send(self, message: Message) -> None:
        """Pass a message on, or refuse the handshake."""
        if self._pending and message["type"] == "websocket.close":
            with contextlib.suppress(ClientDisconnected):  # a client that does not wait for the response
                await self.refuse(*_refusal(self._scope, message.get("code", 1000), message.get("reason") or ""))
            return
        self._pending = False
        await self._send(message)

    async def refuse(self, status: int, why: Text) -> None:
        """Respond with a refusal; if the ASGI server does not support that, only close the WebSocket."""
        self._pending = False
        if EXTENSION not in (self._scope.get("extensions") or {}):
            code = TRY_AGAIN if status == 503 else POLICY
            await self._send({"type": "websocket.close", "code": code, "reason": str(why)})
            return
        body = msgspec.json.encode(refusal(CODES[status], why), enc_hook=encode_text)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if status == 503:
            headers.append((b"retry-after", str(COME_BACK_AFTER).encode()))
        await self._send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await self._send({"type": "websocket.http.response.body", "body": body, "more_body": False})
        await self._gone()

    async def _gone(self) -> None:
        """Wait until the connection is closed; otherwise uvicorn reports a missing response.

        Uvicorn sends a disconnect message when it has the response, and another one when the connection is closed.
        """
        gone = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                while gone < 2:
                    gone += (await self._receive())["type"] == "websocket.disconnect"


def _refusal(scope: WebSocketScope, code: int, reason: Text) -> tuple[int, Text]:
    """The status and the sentence that correspond to a close code."""
    error: Exception | None = scope["state"].get(ERROR)
    if isinstance(error, HTTPException) and error.status_code < 500:
        return (error.status_code if error.status_code in CODES else 400), sentence(error)
    if error is not None:
        return 503, BUSY
    return (503, reason) if code == TRY_AGAIN else (403, reason)
