"""A WebSocket to the site that reconnects, sends unanswered requests again, and notes everything in the history."""

from __future__ import annotations

import asyncio
import itertools
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from chaos.history import Answer, History, Operation, Stay

OPENING = 10.0  # seconds for a handshake
PATIENCE = 10.0  # seconds without an answer before the connection counts as dead
PAUSES = (0.05, 0.2, 0.5, 1.0)  # seconds between attempts to connect; the last one repeats
RETRY_AFTER = (0.2, 1.0)  # seconds until a request that was put off is sent again
PING_EVERY = 5.0  # seconds between pings
RESET = struct.pack("ii", 1, 0)  # closing a socket sends a reset and drops all data in flight


class ServerMessage(Struct):
    """A message from the server: the fields of all kinds of messages that matter here."""

    type: str
    id: str = ""
    match: str = ""
    first: int = 0
    last: int = 0
    events: list[Raw] = []
    more: bool = False
    code: str = ""
    secret: str = ""
    by: str = ""
    matches: list[dict[str, Any]] = []


_DECODER = msgspec.json.Decoder(ServerMessage)


class Line:
    """A connection of an account, or of an anonymous watcher."""

    def __init__(self, url: str, account: str, cookie: str, history: History, name: str) -> None:
        self._url = url.replace("http", "ws", 1) + "/live"
        self._headers = {"Cookie": f"quincunx={cookie}"} if cookie else {}
        self._history = history
        self.account = account
        self.name = name
        self.up = False
        self.on_message: Callable[[Line, ServerMessage], None] = lambda line, message: None
        self.on_down: Callable[[], None] = lambda: None
        self.resets = 0.0  # the probability that the connection is reset during a request
        self._random = Random(name)
        self._numbers = itertools.count()
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[Operation, asyncio.Future[Answer]]] = {}
        self._watched: dict[str, dict[str, Any]] = {}  # the options with which each match is watched
        self._left: set[str] = set()  # matches that are no longer watched
        self._watching: dict[str, str] = {}  # the match that each `watch` was for, by the request's id
        self._stays: dict[str, Stay] = {}
        self.have: dict[str, int] = {}  # the last version of each match that was received here
        self._spoken = 0.0

    def new_id(self) -> str:
        """An id that the account has not used for any request."""
        return f"{self.name}-{next(self._numbers)}"

    # -- connecting --

    async def run(self) -> None:
        """Stay connected until cancelled."""
        try:
            while True:
                await self._connect()
                await self._listen()
        finally:
            self._down()
            if self._socket is not None:
                self._socket.transport.abort()

    async def _connect(self) -> None:
        for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
            try:
                self._socket = await connect(
                    self._url,
                    additional_headers=self._headers,
                    compression=None,
                    ping_interval=None,
                    open_timeout=OPENING,
                    close_timeout=1,
                    max_size=None,
                    proxy=None,
                )
                return
            except (OSError, WebSocketException):
                await asyncio.sleep(pause * self._random.uniform(0.5, 1.5))

    async def _listen(self) -> None:
        """Receive until the connection ends; the first message is the greeting."""
        assert self._socket is not None
        self._history.connects += 1
        pinging = asyncio.create_task(self._keep_pinging(self._socket))
        try:
            async for text in self._socket:
                self._receive(_DECODER.decode(text))
        except (OSError, WebSocketException):
            pass
        finally:
            pinging.cancel()
            self._down()

    def _down(self) -> None:
        """Note that the connection has ended."""
        if self.up:
            self.up = False
            self.on_down()
        for stay in self._stays.values():
            stay.until = self._history.now()
        self._stays.clear()
        self._watching.clear()

    async def _keep_pinging(self, through: ClientConnection) -> None:
        """Ping from time to time, and drop a silent connection."""
        self._spoken = self._history.now()
        while True:
            await asyncio.sleep(PING_EVERY)
            if self._history.now() - self._spoken > PATIENCE:
                self.drop()
            await self._send(through, {"type": "ping", "id": f"{self.name}-ping"})

    def drop(self) -> None:
        """End the connection with a reset, whatever its state."""
        if self._socket is not None:
            there = self._socket.transport.get_extra_info("socket")
            with suppress(OSError):  # it may be closed already
                there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self._socket.transport.abort()

    # -- receiving --

    def _receive(self, message: ServerMessage) -> None:
        self._spoken = self._history.now()
        if message.type == "welcome":
            self._on_welcome(message)
        elif message.type == "events":
            self._on_events(message)
        elif message.id in self._watching:
            self._watch_answered(message)
        elif message.id in self._pending:
            self._answered(message)
        self._note_notified(message)
        self.on_message(self, message)

    def _on_welcome(self, message: ServerMessage) -> None:
        """Send all unanswered requests again, and continue to watch the same matches."""
        self.up = True
        for match in list(self._watched):
            self._watch_again(match)
        for operation, _ in list(self._pending.values()):
            self._say(operation)

    def _note_notified(self, message: ServerMessage) -> None:
        told = self._history.told[self.account]
        told.update(listed["match"] for listed in message.matches)
        if message.match and message.type in ("paired", "challenged", "ack"):
            told.add(message.match)

    def _on_events(self, message: ServerMessage) -> None:
        if message.match not in self._watched:  # sent before the server knew that we no longer watch it
            return
        have = self.have.get(message.match, 0)
        events = [bytes(event) for event in message.events]
        self.have[message.match] = self._history.see(
            self.account or self.name, message.match, have, message.first, events
        )
        if message.more:
            self._watch_again(message.match)

    def _watch_answered(self, message: ServerMessage) -> None:
        match = self._watching.pop(message.id)
        if message.type == "ack" and match in self._watched:
            if match not in self._stays:
                self._stays[match] = self._history.watches(self.account, match)
        elif message.type == "refused" and message.code == "no_match":
            self._watched.pop(match, None)
        elif message.type == "refused":
            asyncio.get_running_loop().call_later(self._random.uniform(*RETRY_AFTER), self._watch_again, match)

    def _answered(self, message: ServerMessage) -> None:
        operation, future = self._pending[message.id]
        answer = Answer(
            self._history.now(), message.type, message.code, message.match, message.first, message.last, message.secret
        )
        operation.answers.append(answer)
        if not answer.is_final:
            asyncio.get_running_loop().call_later(self._random.uniform(*RETRY_AFTER), self._say_again, message.id)
            return
        del self._pending[message.id]
        if not future.done():
            future.set_result(answer)

    # -- asking --

    def watch(self, match: str, **how: Any) -> None:
        """Watch a match from now on, even after a reconnect."""
        if match not in self._watched and match not in self._left:
            self._watched[match] = how
            self._watch_again(match)

    def _watch_again(self, match: str) -> None:
        if self.up and match in self._watched and self._socket is not None:
            id = self.new_id()
            self._watching[id] = match
            message = {"type": "watch", "id": id, "match": match, "since": self.have.get(match, 0)}
            self._later(self._send(self._socket, message | self._watched[match]))

    def unwatch(self, match: str) -> None:
        """Stop watching a match."""
        if self._watched.pop(match, None) is not None and self._socket is not None:
            stay = self._stays.pop(match, None)
            if stay is not None:
                stay.until = self._history.now()
            self.have.pop(match, None)
            self._left.add(match)
            self._later(self._send(self._socket, {"type": "unwatch", "id": self.new_id(), "match": match}))

    def watched(self) -> list[str]:
        """The matches that it watches."""
        return list(self._watched)

    def state(self, match: str) -> str:
        """What is known of the connection, and of its request to watch a match."""
        asked = "unanswered" if match in self._watching.values() else "answered"
        return f"{'connected' if self.up else 'not connected'}, its request {asked}"

    async def ask(self, type: str, **fields: Any) -> tuple[Operation, Answer]:
        """Send a request, repeatedly if necessary, and wait for its final answer."""
        id = fields.pop("id", None) or self.new_id()
        request = {"type": type, "id": id, **fields}
        operation = self._history.begin(self.account, id, type, fields.get("match", ""), request)
        return operation, await self.ask_again(operation)

    async def ask_again(self, operation: Operation) -> Answer:
        """Send a request that was sent before, perhaps on another connection."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[operation.id] = operation, future
        self._say(operation)
        return await future

    def _say_again(self, id: str) -> None:
        if id in self._pending:
            self._say(self._pending[id][0])

    def _say(self, operation: Operation) -> None:
        """Send a request now if the connection is up; otherwise it is sent after the next greeting."""
        if self.up and self._socket is not None:
            operation.sent.append(self._history.now())
            self._later(self._send(self._socket, operation.request))
            if self._random.random() < self.resets:
                asyncio.get_running_loop().call_later(self._random.uniform(0, 0.02), self.drop)

    def _later(self, sending: Any) -> None:
        task = asyncio.get_running_loop().create_task(sending)
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)

    async def _send(self, through: ClientConnection, message: dict[str, Any]) -> None:
        try:
            await through.send(msgspec.json.encode(message).decode())
        except (OSError, WebSocketException):
            return


_TASKS: set[asyncio.Task[None]] = set()
