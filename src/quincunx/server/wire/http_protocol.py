"""HTTP with time limits for heads, bodies and idle connections. Input is parsed in small pieces."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from quincunx.server.rate_limits import network
from quincunx.server.wire.connection_limits import IDLE, ConnectionLimits, TrackedConnection, keep_little
from quincunx.server.wire.stalled_reader import StalledReader

PIECE = 4 * 1024  # bytes that are parsed in one pass of the loop
MOST_RAW = 256 * 1024  # bytes of a body with its chunk headers; the application accepts far less

HEAD, BODY, ANSWER = "head", "body", "answer"  # the phases of a connection that is not idle
STALLED = "stalled"

_BARE = b"connection: close\r\ncontent-length: 0\r\n\r\n"
TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\n" + _BARE
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\n" + _BARE


class HttpProtocol(H11Protocol):
    """A connection, with one request after another."""

    def __init__(self, limits: ConnectionLimits, **given: Any) -> None:
        super().__init__(**given)
        self._limits = limits
        config = limits.config
        self._allowed_seconds = {IDLE: config.idle_seconds, HEAD: config.head_seconds, BODY: config.body_seconds}
        self._phase = HEAD
        self._since = time.monotonic()
        self._heard = False  # whether any data has come
        self._raw = 0  # bytes of a body
        self._stall: StalledReader | None = None  # while the transport's buffer is full
        self._unread = bytearray()
        self._turn: asyncio.Handle | None = None
        self._upgraded = False

    # -- connecting and disconnecting --

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        keep_little(transport)
        if not self._limits.enter(self, self._address()):
            transport.write(TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._limits.leave(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)
        self._limits.hand_over(self, cast("TrackedConnection", self.transport.get_protocol()))

    # -- reading --

    def data_received(self, data: bytes) -> None:
        self._heard = True
        if self._phase == IDLE:
            self._begin(HEAD)
        self._unread += data
        if self._turn is None:
            self._parse()

    def _parse(self) -> None:
        """Parse a piece; the next one is scheduled on the loop, so that others do not wait for long."""
        self._turn = None
        if self.transport.is_closing():
            return
        piece = bytes(self._unread[:PIECE])
        del self._unread[:PIECE]
        self._raw += len(piece)
        super().data_received(piece)
        if self._upgraded or self.transport.is_closing():
            return
        self._look()
        if self._phase == BODY and self._raw > MOST_RAW:
            self.cut(BODY)
        elif self._unread:
            self.transport.pause_reading()
            self._turn = self.loop.call_soon(self._parse)
        elif not self.flow.read_paused:
            self.transport.resume_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._upgraded and not self.transport.is_closing():
            self._look()

    def _look(self) -> None:
        """Update the phase of the connection."""
        theirs = self.conn.their_state
        if theirs is h11.SEND_BODY:
            self._begin(BODY)
        elif theirs is not h11.IDLE:
            self._begin(ANSWER)
        elif self._phase != HEAD:
            self._begin(IDLE)

    def _begin(self, phase: str) -> None:
        if phase != self._phase:
            self._phase, self._since, self._raw = phase, time.monotonic(), 0

    # -- writing --

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall = StalledReader(self.transport.get_write_buffer_size(), time.monotonic())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stall = None

    # -- the end --

    def overdue(self, now: float) -> str:
        """Why it must end now; empty if it need not."""
        waits = self.transport.get_write_buffer_size()
        if self._stall is not None and self._stall.seconds(waits, now) > self._limits.config.slow_seconds:
            return STALLED
        limit = self._allowed_seconds.get(self._phase)
        if limit is None or now - self._since <= limit:
            return ""
        return self._phase if self._heard else IDLE

    def is_idle(self) -> bool:
        """Whether it is only waiting for its next request."""
        return self._phase == IDLE and not self.transport.get_write_buffer_size()

    def cut(self, reason: str) -> None:
        """End the connection, with a response if there is an unfinished request."""
        if reason == IDLE:
            self._limits.dropped.count(reason)
            self.transport.close()
            return
        self._limits.dropped.note(reason, network(self._address()))
        if reason == STALLED or not self._unanswered():
            self.transport.abort()
            return
        if self.cycle is not None:  # the application may be waiting for the body
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(TOO_LATE)
        self.transport.close()

    def _unanswered(self) -> bool:
        """Whether the current request has no response yet."""
        return self._phase == HEAD or (self._phase == BODY and not self.cycle.response_started)

    def _address(self) -> str:
        """The client's address; while a body is read, the one that a trusted proxy reported for that request."""
        client = self.scope["client"] if self._phase == BODY else self.client
        return client[0] if client else ""
