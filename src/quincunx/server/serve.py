"""Runs the server until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys

import uvicorn

from quincunx.server import logs
from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.shell import Shell

log = logging.getLogger("quincunx.server")


class Server(uvicorn.Server):
    """Says where it listens, also when the system has chosen the port."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                host, port = listening.getsockname()[:2]
                log.info("listening", extra={"host": host, "port": port})


def serve(config: Config) -> None:
    """Serve until SIGTERM or SIGINT; requests under way are finished first."""
    logs.set_up(config.log_level)
    signal.signal(signal.SIGTERM, _leave)  # uvicorn raises it again once all is done: that is no failure
    os.umask(0o077)  # the database holds hashes of passwords: a file of it is for its owner only
    options = uvicorn.Config(
        Shell(create_app(config)),
        host=config.host,
        port=config.port,
        log_config=None,
        access_log=False,
        proxy_headers=bool(config.trusted_proxies),
        forwarded_allow_ips=config.trusted_proxies,
        server_header=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=config.stop_seconds,
    )
    Server(options).run()


def _leave(number: int, frame: object) -> None:
    sys.exit(0)
