"""Longer answers are compressed for clients that can read that."""

from __future__ import annotations

import asyncio
import gzip

from litestar.datastructures import Headers
from litestar.types import ASGIApp, HTTPResponseBodyEvent, HTTPResponseStartEvent, HTTPScope, Message, Receive, Send

WORTH_IT = 1024  # bytes: below that it costs more than it saves
LONG = 16 * 1024  # beyond that it is done in a thread: everybody waits for this one
LEVEL = 6
KINDS = (b"application/json", b"text/")
UNPACKED = ("/health", "/ready", "/metrics")  # for machines next door


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header takes gzip."""
    weights = {}
    for part in header.lower().split(","):
        name, _, parameter = part.partition(";")
        weights[name.strip()] = parameter.replace(" ", "")
    weight = weights.get("gzip", weights.get("*", "q=0"))
    return weight.rstrip(".0") != "q="  # any other weight is more than nothing


class Packed:
    """An application with its longer answers compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        accepted = accepts_gzip(Headers.from_scope(scope).get("accept-encoding", ""))
        if accepted and scope["path"] not in UNPACKED:
            await self._app(scope, receive, _packing(send))
        else:
            await self._app(scope, receive, send)


def _packing(send: Send) -> Send:
    """Holds the answer's beginning back until its body is there, and sends both, compressed if that is worth it."""
    held: list[HTTPResponseStartEvent] = []

    async def packing(message: Message) -> None:
        if message["type"] == "http.response.start":
            held.append(message)
            return
        if held and message["type"] == "http.response.body":
            start = held.pop()
            if _worth_packing(start, message):
                start, message = await _packed(start, message)
            await send(start)
        await send(message)

    return packing


def _worth_packing(start: HTTPResponseStartEvent, body: HTTPResponseBodyEvent) -> bool:
    headers = {name.lower(): value for name, value in start["headers"]}
    is_whole = not body.get("more_body", False) and len(body["body"]) > WORTH_IT
    return is_whole and b"content-encoding" not in headers and headers.get(b"content-type", b"").startswith(KINDS)


async def _packed(
    start: HTTPResponseStartEvent, body: HTTPResponseBodyEvent
) -> tuple[HTTPResponseStartEvent, HTTPResponseBodyEvent]:
    plain = body["body"]
    packed = await asyncio.to_thread(_pack, plain) if len(plain) > LONG else _pack(plain)
    kept = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
    added = [
        (b"content-encoding", b"gzip"),
        (b"content-length", str(len(packed)).encode()),
        (b"vary", b"accept-encoding"),
    ]
    return {**start, "headers": [*kept, *added]}, {**body, "body": packed}


def _pack(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
