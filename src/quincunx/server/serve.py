"""Runs the server until it is told to stop."""

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

from quincunx.server import collector, logs
from quincunx.server.app import create_app
from quincunx.server.config import Config, make_home
from quincunx.server.request_ids import Numbered
from quincunx.server.shell import Shell
from quincunx.server.wire.frames import MOST_SIZE, Frames
from quincunx.server.wire.gate import BACKLOG, Gate
from quincunx.server.wire.requests import Requests
from quincunx.store.upgrade import upgrade

log = logging.getLogger("quincunx.server")

GOODBYES = 3.0  # seconds that players have to go, before they are cut off


class Server(uvicorn.Server):
    """Says where it listens, also when the system has chosen the port; and goodbye, when it stops."""

    def __init__(
        self, options: uvicorn.Config, app: Litestar, gate: Gate, listening: Callable[[str, int], None]
    ) -> None:
        super().__init__(options)
        self._app = app
        self._gate = gate
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._sweeping = asyncio.create_task(self._gate.keep_sweeping())
        await super().startup(sockets)
        collector.settle()
        for server in self.servers:
            for listening in server.sockets:
                self._listening(*listening.getsockname()[:2])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the players go before anything is torn down under them."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._app.state.live.say_goodbye(), GOODBYES)
        await super().shutdown(sockets)
        self._sweeping.cancel()


def note_address(host: str, port: int) -> None:
    """The log says where the server listens."""
    log.info("listening", extra={"host": host, "port": port})


def serve(config: Config, listening: Callable[[str, int], None] = note_address) -> None:
    """Make or upgrade the database, and serve until SIGTERM or SIGINT; requests under way are finished first."""
    logs.set_up(config.log_level, config.log_format)
    signal.signal(signal.SIGTERM, _leave)  # uvicorn raises it again once all is done: that is no failure
    app = create_app(config)
    make_home(config.database)
    upgrade(config.database)
    gate = Gate(config, app.state.cuts, app.state.metrics)
    options = uvicorn.Config(
        Numbered(Shell(app), config.trusted_proxies),
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # they are read behind what gives every request its id
        server_header=False,
        http=_spoken_through(gate, Requests),
        backlog=BACKLOG,
        timeout_keep_alive=config.idle_seconds,
        ws=_spoken_through(gate, Frames),
        ws_per_message_deflate=False,
        ws_max_size=MOST_SIZE,
        ws_ping_interval=config.heartbeat_seconds,
        ws_ping_timeout=config.heartbeat_seconds,
        timeout_graceful_shutdown=config.stop_seconds,
    )
    Server(options, app, gate, listening).run()


def _spoken_through(gate: Gate, protocol: type[Requests] | type[Frames]) -> Any:
    """A protocol whose connections come through the gate; uvicorn only ever calls it, as it would the class."""
    return partial(protocol, gate)


def _leave(number: int, frame: object) -> None:
    sys.exit(0)
