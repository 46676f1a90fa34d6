"""A closed connection is freed at once, without the garbage collector, whose full collections stop everything."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from pathlib import Path

import uvicorn
from litestar import WebSocket
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.wire.connection_limits import ConnectionLimits
from quincunx.server.wire.http_protocol import HttpProtocol
from quincunx.server.wire.websocket_protocol import WebSocketProtocol
from quincunx.store.upgrade import upgrade

OF_A_CONNECTION = (WebSocket, WebSocketProtocol, ServerProtocol)


def test_a_closed_connection_leaves_nothing_for_the_collector(tmp_path: Path) -> None:
    gc.disable()
    try:
        assert asyncio.run(_left_behind(Config(database=f"sqlite:///{tmp_path / 'test.db'}"))) == []
    finally:
        gc.enable()


async def _left_behind(config: Config) -> list[str]:
    """Connect and disconnect; returns the names of the objects that are left when the server has stopped."""
    upgrade(config.database)
    app = create_app(config)
    limits = ConnectionLimits(config, app.state.dropped, app.state.metrics)
    spoken = {"http": partial(HttpProtocol, limits), "ws": partial(WebSocketProtocol, limits)}
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, ws_per_message_deflate=False, **spoken))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with connect(f"ws://127.0.0.1:{port}/live") as line:
        await line.recv()
    server.should_exit = True
    await serving
    # not isinstance: it follows weak references, which other tests in this process may have left
    return [type(each).__name__ for each in gc.get_objects() if issubclass(type(each), OF_A_CONNECTION)]
