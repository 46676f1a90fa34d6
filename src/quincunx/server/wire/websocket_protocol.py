"""The WebSocket with limits on frames, bytes and the time of a message. Clients that do not read are disconnected."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode

from quincunx.protocol.messages import MOST_BYTES
from quincunx.server.live.connection import BURST, PATIENCE
from quincunx.server.message_queue import MessageQueue
from quincunx.server.rate_limits import network
from quincunx.server.wire.connection_limits import KEPT_WRITING, ConnectionLimits
from quincunx.server.wire.stalled_reader import StalledReader
from quincunx.server.wire.token_bucket import TokenBucket

MOST_SIZE = 64 * 1024  # bytes of the largest message that is read
PIECE = 2 * 1024  # bytes parsed in one pass of the loop: 340 empty frames
FRAMES_A_MESSAGE = 4  # allowed on average: clients also send pongs, and may split messages
CLOSING = 1.0  # seconds for a disconnected client to read the reason

FRAMES, BYTES, UNFINISHED, STALLED = "frames", "bytes", "unfinished", "stalled"
WHY = {
    FRAMES: "too many frames",
    BYTES: "too many bytes",
    UNFINISHED: "a message was not finished",
    STALLED: "nothing is read",
}


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose input is parsed in small pieces."""

    def __init__(self, limits: ConnectionLimits, **given: Any) -> None:
        super().__init__(**given)
        self.queue = cast("asyncio.Queue[Any]", MessageQueue())
        self._limits = limits
        rate = limits.config.messages_a_second
        self._frames = TokenBucket(FRAMES_A_MESSAGE * rate, FRAMES_A_MESSAGE * rate * BURST + 2 * PATIENCE)
        self._bytes = TokenBucket(MOST_BYTES * rate, max(MOST_BYTES * rate * BURST, 4 * MOST_SIZE))
        self._unread = bytearray()
        self._turn: asyncio.Handle | None = None
        self._begun: float | None = None  # when the current, unfinished message began
        self._stall: StalledReader | None = None  # while the transport's buffer is full
        self._cut = False

    # -- connecting and disconnecting --

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._limits.leave(self)
        self.conn.parser.close()  # it refers back to `conn`: garbage for the collector

    def shutdown(self) -> None:
        super().shutdown()
        if not self.handshake_complete:  # it has just been refused: any other response would be a second one
            self.disconnected = self.handshake_complete = True

    # -- reading --

    def data_received(self, data: bytes) -> None:
        if self._cut:
            return
        if not self._bytes.take(len(data)):
            self.cut(BYTES)
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Parse a piece, unless the application is still busy; the next one is scheduled on the loop."""
        if self._turn is None and self._may_parse():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)
            self._note_message()
            if self._may_parse():
                self._turn = self.loop.call_soon(self._next_turn)
        if not self._is_over():
            self._read_or_wait()

    def _next_turn(self) -> None:
        self._turn = None
        self._read_on()

    def _may_parse(self) -> bool:
        return bool(self._unread) and self._is_awaited() and not self._is_over()

    def _is_over(self) -> bool:
        return self._cut or self.transport.is_closing()

    def _is_awaited(self) -> bool:
        """Whether the application has received all messages; once the close was sent, only the close is awaited."""
        return self.queue.empty() or self.close_sent

    def _read_or_wait(self) -> None:
        """Read more from the network only when all received data has been processed."""
        waits = bool(self._unread) or not self._is_awaited()
        if waits != self.read_paused:
            self.read_paused = waits
            (self.transport.pause_reading if waits else self.transport.resume_reading)()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self._begun is not None:  # nothing was read while the application was busy
            self._begun = time.monotonic()
        self._read_on()
        return message

    def handle_events(self) -> None:
        frames = [event for event in self.conn.events if isinstance(event, Frame)]
        if frames and not self._frames.take(len(frames)):
            self.cut(FRAMES)
            return
        if any(_ends_message(frame) for frame in frames):
            self._begun = None
        super().handle_events()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > KEPT_WRITING:
            self.cut(STALLED)
        else:
            super().handle_ping()

    def _note_message(self) -> None:
        """Note when a message or frame begins, and when it is complete."""
        if not self.conn.reader.buffer and self.conn.current_size is None:
            self._begun = None
        elif self._begun is None:
            self._begun = time.monotonic()

    # -- writing --

    async def send(self, message: Any) -> None:
        """Send a message, and wait until the transport has room again, so that unread data stays with the sender."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        await self.writable.wait()

    def _forget_handshake(self) -> None:
        """Release what is needed only for the handshake: at least 4 KB."""
        self.request.headers.clear()  # the parser also refers to the request
        self.response.headers.clear()

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
        if self._begun is not None and self._is_awaited() and now - self._begun > self._limits.config.body_seconds:
            return UNFINISHED
        return ""

    def is_idle(self) -> bool:
        """Always False, because messages may come at any time."""
        return False

    def cut(self, reason: str) -> None:
        """End the connection, with the reason if the client can read it."""
        if self._cut:
            return
        self._limits.dropped.note(reason, network(self._address()))
        if reason == STALLED or self.close_sent or not self.handshake_complete:
            self._cut = True
            self.transport.abort()
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION, WHY[reason])
        self._hang_up()

    def handle_parser_exception(self) -> None:
        """Hang up after data that is not a valid WebSocket frame, or too large."""
        if not self._cut:
            self._hang_up()

    def _hang_up(self) -> None:
        """Stop reading, and close soon: an immediate close could reset the connection before the reason is read."""
        self._cut = True
        self._unread.clear()
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.pause_reading()
        self.stop_keepalive()
        self.close_sent = self.read_paused = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE})
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(CLOSING, self.transport.close)

    def _address(self) -> str:
        """The client's address, which may come from a trusted proxy."""
        client = self.scope["client"] if self.handshake_initiated else self.client
        return client[0] if client else ""


def _ends_message(frame: Frame) -> bool:
    return frame.fin and frame.opcode not in (Opcode.PING, Opcode.PONG)
