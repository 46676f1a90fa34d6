"""Middleware around the application: refuses requests from other sites' pages, and counts and logs every response.

The log has the route, not the requested URL, so that it contains no secrets.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path

import msgspec
from litestar import Litestar
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from quincunx.protocol.errors import CODES
from quincunx.server.allowed_hosts import Hosts
from quincunx.server.config import Config
from quincunx.server.errors import refusal
from quincunx.server.handshakes import Handshake
from quincunx.server.metrics import Metrics
from quincunx.server.origins import is_own
from quincunx.server.security_log import trace, trace_close
from quincunx.server.site import BUILT, Site
from quincunx.words import Text, phrase
from quincunx.words.wire import encode_text

log = logging.getLogger("quincunx.http")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
WRONG_HOST = 421, phrase("server.request.wrong_host")
FOREIGN_PAGE = phrase("server.request.foreign_page")
SITE = "(site)"  # the route of all the site's files, in metrics and the log
METHODS = SAFE_METHODS | {"POST", "PUT", "PATCH", "DELETE"}
POLICY = (  # a response is data: even when opened as a page, it runs nothing
    b"default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
TWO_YEARS = b"max-age=63072000; includeSubDomains"
HTTPS_ONLY = (b"strict-transport-security", TWO_YEARS)  # makes browsers use HTTPS only


class Middleware:
    """Wraps the application."""

    def __init__(self, app: Litestar) -> None:
        metrics: Metrics = app.state.metrics
        config: Config = app.state.config
        self.app = app
        self._site = Site(Path(config.site) if config.site else BUILT, config.public_url)
        self._public_url = config.public_url
        self._hosts = Hosts(config)
        self._headers = (*HEADERS, HTTPS_ONLY) if config.public_url.startswith("https://") else HEADERS
        self._requests = metrics.counter(
            "quincunx_http_requests_total", "HTTP requests.", ("method", "route", "status")
        )
        self._seconds = metrics.histogram("quincunx_http_request_seconds", "Time to answer HTTP requests.", ("route",))
        self._running = 0
        metrics.gauge("quincunx_http_requests_running", "HTTP requests under way.", lambda: self._running)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._http(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        async def noted(message: Message) -> None:
            if message["type"] == "websocket.http.response.start":
                trace(scope, "GET", scope.get("path_template") or "(none)", message["status"], safe=True)
            elif message["type"] == "websocket.close":
                trace_close(scope, message["code"])
            await send(message)

        handshake = Handshake(scope, receive, noted)
        if self._hosts.accepts(scope):
            await self.app(scope, receive, handshake.send)
        else:
            await handshake.refuse(*WRONG_HOST)

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        start = time.perf_counter()
        status = 500
        self._running += 1

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in self._headers if pair[0] not in given)]
            await send(message)

        try:
            if not self._hosts.accepts(scope):
                await _refuse(noted, *WRONG_HOST)
            elif self._site.serves(scope):
                scope["path_template"] = SITE
                await self._site(scope, receive, noted)
            elif scope["method"] in SAFE_METHODS or is_own(
                Headers.from_scope(scope), scope["scheme"], self._public_url
            ):
                await self.app(scope, receive, noted)
            else:
                await _refuse(noted, 403, FOREIGN_PAGE)
        finally:
            self._running -= 1
            self._note(scope, status, time.perf_counter() - start)

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "(other)"
        route = scope.get("path_template") or "(none)"
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
        trace(scope, method, route, status, safe=method in SAFE_METHODS)
        log.info("request", extra={"method": method, "route": route, "status": status, "ms": round(seconds * 1e3, 1)})


async def _refuse(send: Send, status: int, sentence: Text) -> None:
    body = msgspec.json.encode(refusal(CODES[status], sentence), enc_hook=encode_text)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
