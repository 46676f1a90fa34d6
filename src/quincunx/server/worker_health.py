"""A worker's health over HTTP: the same health, readiness and metrics endpoints as a server's."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import uvicorn
from litestar import Litestar
from litestar.datastructures import State

from quincunx.server.config import Config
from quincunx.server.errors import HANDLERS
from quincunx.server.health import health, metrics, ready
from quincunx.server.metrics import Metrics
from quincunx.server.readiness import Readiness
from quincunx.server.state_dependencies import from_state
from quincunx.words import Phrase
from quincunx.words.wire import encode_text

if TYPE_CHECKING:
    from quincunx.server.worker import Worker

log = logging.getLogger("quincunx.worker")


class HealthServer(uvicorn.Server):
    """Leaves the signals to the worker."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def answer_health(config: Config, worker: Worker, known: Metrics, port: int) -> AsyncIterator[None]:
    """Answer requests until the block ends."""
    listening = socket.create_server((config.host, port))
    app = _app(config, worker, known)
    options = uvicorn.Config(app, log_config=None, access_log=False, server_header=False, lifespan="off", ws="none")
    server = HealthServer(options)
    serving = asyncio.create_task(server.serve([listening]))
    log.info("listening", extra={"host": config.host, "port": listening.getsockname()[1]})
    try:
        yield
    finally:
        server.should_exit = True
        await serving


def _app(config: Config, worker: Worker, known: Metrics) -> Litestar:
    readiness = Readiness(worker.store, worker, worker.host.now)
    provided = {"config": config, "metrics": known, "readiness": readiness}
    return Litestar(
        [health, ready, metrics],
        state=State(provided),
        dependencies=from_state(provided),
        exception_handlers=HANDLERS,
        type_encoders={Phrase: encode_text},
        openapi_config=None,
        logging_config=None,
    )
