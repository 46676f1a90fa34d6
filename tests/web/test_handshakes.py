"""WebSocket handshakes that are in progress when the server stops."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quincunx.server.config import Config
from quincunx.server.metrics import Metrics
from quincunx.server.wire.connection_limits import ConnectionLimits
from quincunx.server.wire.dropped_connections import DroppedConnections
from quincunx.server.wire.http_protocol import HttpProtocol
from quincunx.server.wire.websocket_protocol import WebSocketProtocol


class Slow:
    """An application that refuses handshakes only after the server has begun to stop, or gives up without an answer."""

    def __init__(self, answers: bool) -> None:
        self.answers = answers
        self.asked, self.stopping = asyncio.Event(), asyncio.Event()
        self.raised: Exception | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.set()
        await self.stopping.wait()
        if not self.answers:
            return
        try:
            await send({"type": "websocket.http.response.start", "status": 503, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b""})
        except Exception as error:
            self.raised = error


@pytest.mark.parametrize("answers", [True, False])
def test_a_handshake_that_the_stopping_server_has_refused_is_not_answered_twice(
    answers: bool, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(_stop_during_a_handshake(Slow(answers)))
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def _stop_during_a_handshake(app: Slow) -> None:
    metrics = Metrics()
    limits = ConnectionLimits(Config(), DroppedConnections(metrics), metrics)
    spoken = {"http": partial(HttpProtocol, limits), "ws": partial(WebSocketProtocol, limits)}
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", log_config=None, **spoken))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0)
    port = server.servers[0].sockets[0].getsockname()[1]
    asking = asyncio.create_task(connect(f"ws://127.0.0.1:{port}/live").__aenter__())
    await app.asked.wait()
    app.stopping.set()  # the application goes on before the connection is closed
    for connection in list(server.server_state.connections):
        connection.shutdown()  # as uvicorn does when it stops
    with pytest.raises(InvalidStatus) as refused:
        await asking
    server.should_exit = True
    await serving
    assert refused.value.response.status_code == 500
    assert isinstance(app.raised, ClientDisconnected) == app.answers
