"""Limits on connections: how many in total, how many per address, and how long each phase may last."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections import Counter
from typing import Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from quincunx.server.config import Config
from quincunx.server.metrics import Metrics
from quincunx.server.rate_limits import network
from quincunx.server.wire.dropped_connections import DroppedConnections
from quincunx.server.wire.stalled_reader import StalledReader

log = logging.getLogger("quincunx.wire")

BACKLOG = 256  # connections that the system accepts before the server has looked at them
SPARE = 128 + BACKLOG  # descriptors for the database, the log, worker processes, and simultaneous new connections
LAST_WORDS = 5.0  # seconds that a client may read nothing before a closing connection is aborted
SWEEP_EVERY = 0.5  # seconds
KEPT_WRITING = 32 * 1024  # bytes buffered in a transport before the application has to wait

IDLE = "idle"
FULL = "connections"
CROWDED = "connections_an_address"


class TrackedConnection(Protocol):
    """A connection of either protocol."""

    transport: asyncio.Transport

    def overdue(self, now: float) -> str:
        """Why it must end now; empty if it need not."""

    def is_idle(self) -> bool:
        """Whether it is only waiting for its next request."""

    def cut(self, reason: str) -> None:
        """End the connection."""


class ConnectionLimits:
    """The open connections, counted by network."""

    def __init__(self, config: Config, dropped: DroppedConnections, metrics: Metrics) -> None:
        self.config = config
        self.dropped = dropped
        self._most = room(config.connections)
        if self._most < config.connections:
            log.warning("few descriptors", extra={"connections": self._most, "wanted": config.connections})
        self._proxies = ProxyHeadersMiddleware(_nothing, config.trusted_proxies).trusted_hosts
        self._connections: dict[TrackedConnection, str] = {}
        self._by_network: Counter[str] = Counter()
        self._closing: dict[TrackedConnection, StalledReader] = {}
        metrics.gauge(
            "quincunx_tcp_connections", "Open connections, HTTP and WebSocket.", lambda: len(self._connections)
        )

    def enter(self, connection: TrackedConnection, address: str) -> bool:
        """Admit a connection; returns False if there are too many."""
        whence = network(address)
        if len(self._connections) >= self._most:
            self.dropped.note(FULL, "", open=len(self._connections))
            return False
        crowded = self._by_network[whence] >= self.config.connections_an_address and address not in self._proxies
        if crowded and not self._end_idle(whence):
            self.dropped.note(CROWDED, whence, open=self._by_network[whence])
            return False
        self._add(connection, whence)
        return True

    def _end_idle(self, whence: str) -> bool:
        """End an idle connection from that network to make room, because many people may share an address."""
        for connection, known in self._connections.items():
            if known == whence and connection.is_idle():
                connection.cut(IDLE)
                self.leave(connection)
                return True
        return False

    def leave(self, connection: TrackedConnection) -> None:
        """Note that a connection has ended; safe to call twice."""
        whence = self._connections.pop(connection, None)
        self._closing.pop(connection, None)
        if whence is not None:
            self._by_network[whence] -= 1
            if not self._by_network[whence]:
                del self._by_network[whence]

    def hand_over(self, connection: TrackedConnection, to: TrackedConnection) -> None:
        """Replace a connection by the same one with another protocol."""
        whence = self._connections.get(connection, "")
        self.leave(connection)
        self._add(to, whence)

    def _add(self, connection: TrackedConnection, whence: str) -> None:
        self._connections[connection] = whence
        self._by_network[whence] += 1

    # -- connections that last too long --

    async def keep_sweeping(self) -> None:
        """End overdue connections regularly, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep(time.monotonic())

    def sweep(self, now: float) -> None:
        """End overdue connections, and abort closing ones whose client does not read."""
        for connection in list(self._connections):
            try:
                self._look_at(connection, now)
            except Exception:  # an error with one must not affect the others
                log.exception("a connection does not end")
                connection.transport.abort()

    def _look_at(self, connection: TrackedConnection, now: float) -> None:
        if connection.transport.is_closing():
            waits = connection.transport.get_write_buffer_size()
            if self._closing.setdefault(connection, StalledReader(waits, now)).seconds(waits, now) > LAST_WORDS:
                connection.transport.abort()
        elif reason := connection.overdue(now):
            connection.cut(reason)


def keep_little(transport: asyncio.Transport) -> None:
    """Keep the transport's and the system's send buffers small, so that clients that do not read are noticed."""
    transport.set_write_buffer_limits(high=KEPT_WRITING)
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)  # not on every system
    open_socket = transport.get_extra_info("socket")
    if option is not None and open_socket.family in (socket.AF_INET, socket.AF_INET6):
        open_socket.setsockopt(socket.IPPROTO_TCP, option, KEPT_WRITING)


def room(wanted: int) -> int:
    """The number of connections to allow: as many as wanted, or as the file descriptors allow, with some to spare.

    If possible, raises the system's soft limit.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    needed = wanted + SPARE
    if soft < needed:
        more = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return min(wanted, max(soft - SPARE, soft // 2))


async def _nothing(*_: object) -> None:
    """An application that is never called; it is only needed to parse the list of proxies as uvicorn does."""
