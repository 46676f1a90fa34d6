"""Runs the server until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from litestar import Litestar

from quincunx.server import garbage_collection, logs
from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.middleware import Middleware
from quincunx.server.request_ids import RequestIds
from quincunx.server.wire.connection_limits import BACKLOG, ConnectionLimits
from quincunx.server.wire.http_protocol import HttpProtocol
from quincunx.server.wire.websocket_protocol import MOST_SIZE, WebSocketProtocol
from quincunx.store.errors import SiteTaken
from quincunx.store.home import make_home
from quincunx.store.site_lock import SiteLock, keep, open_site_lock
from quincunx.store.upgrade import upgrade

log = logging.getLogger("quincunx.server")

GOODBYES = 3.0  # seconds for players to disconnect before their connections are closed


class Server(uvicorn.Server):
    """Reports the address it listens on, even if the system chose the port, and says goodbye when it stops."""

    def __init__(
        self,
        options: uvicorn.Config,
        app: Litestar,
        limits: ConnectionLimits,
        listening: Callable[[str, int], None],
        lock: SiteLock,
    ) -> None:
        super().__init__(options)
        self._lock = lock
        self.taken: SiteTaken | None = None  # why the server stopped by itself
        self._app = app
        self._limits = limits
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._keeping = [asyncio.create_task(run) for run in (self._limits.keep_sweeping(), self._keep_lock())]
        await super().startup(sockets)
        garbage_collection.settle()
        for server in self.servers:
            for listening in server.sockets:
                self._listening(*listening.getsockname()[:2])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to the players, then shut down."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._app.state.live.say_goodbye(), GOODBYES)
        await super().shutdown(sockets)
        for task in self._keeping:
            task.cancel()

    async def _keep_lock(self) -> None:
        """Stop if another server took the lock while the database was unreachable."""
        try:
            await keep(self._lock)
        except SiteTaken as error:
            log.critical("site taken", extra={"reason": str(error)})
            self.taken, self.should_exit = error, True


def note_address(host: str, port: int) -> None:
    """Log the address that the server listens on."""
    log.info("listening", extra={"host": host, "port": port})


def serve(config: Config, listening: Callable[[str, int], None] = note_address) -> None:
    """Create or upgrade the database, and serve until SIGTERM or SIGINT. Requests in progress are finished first.

    Raises SiteTaken if another server is using the database and the two could not exchange hints.
    """
    logs.set_up(config.log_level, config.log_format)
    signal.signal(signal.SIGTERM, _leave)  # uvicorn raises it again at the end, which is not a failure
    app = create_app(config)
    make_home(config.database)
    lock = open_site_lock(config.database, shared=bool(config.bus))
    lock.take()
    upgrade(config.database)
    limits = ConnectionLimits(config, app.state.dropped, app.state.metrics)
    options = uvicorn.Config(
        RequestIds(app.state.tracing.trace_requests(Middleware(app)), config.trusted_proxies),
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # they are read inside `RequestIds`, which assigns the request ids
        server_header=False,
        http=_spoken_through(limits, HttpProtocol),
        backlog=BACKLOG,
        timeout_keep_alive=config.idle_seconds,
        ws=_spoken_through(limits, WebSocketProtocol),
        ws_per_message_deflate=False,
        ws_max_size=MOST_SIZE,
        ws_ping_interval=config.ping_seconds,
        ws_ping_timeout=config.ping_seconds,
        timeout_graceful_shutdown=config.stop_seconds,
    )
    server = Server(options, app, limits, listening, lock)
    try:
        server.run()
    finally:
        lock.release()
    if server.taken is not None:
        raise server.taken


def _spoken_through(limits: ConnectionLimits, protocol: type[HttpProtocol] | type[WebSocketProtocol]) -> Any:
    """A protocol whose connections are subject to the limits. Uvicorn calls it like a class."""
    return partial(protocol, limits)


def _leave(number: int, frame: object) -> None:
    sys.exit(0)
