"""A WebSocket that reconnects: unanswered requests are sent again unchanged, which is safe.

It is not taken from a library because a library can reconnect, but cannot know what is safe to send again. In our
protocol requests are: each has an id, and the server does nothing twice for the same id.
"""

from __future__ import annotations

import itertools
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import TimeoutError as TooLate
from typing import TypeVar

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from quincunx.clients.remote.address import Address
from quincunx.clients.remote.errors import RemoteError, Unreachable, unreachable
from quincunx.clients.remote.questions import Questions
from quincunx.play.errors import Refused
from quincunx.protocol import messages
from quincunx.words import phrase
from quincunx.words.wire import decode_text

OPENING = 10.0  # seconds that a server has to accept the connection
PATIENCE = 120.0  # seconds that a request waits for the connection to come back
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between attempts; the last one repeats
PING_EVERY = 15.0
# seconds until a refused request is sent again: the client sent too many, or the server cannot reach its database
AGAIN_AFTER = {"too_fast": 0.25, "busy": 1.0}

A = TypeVar("A", bound=messages.Outgoing)
_OUTGOING: msgspec.json.Decoder[messages.Outgoing] = msgspec.json.Decoder(messages.Outgoing, dec_hook=decode_text)


class Connection:
    """A connection to a server that reconnects. `on_message` and `on_change` are called in its own thread."""

    def __init__(
        self,
        address: Address,
        headers: Callable[[], dict[str, str]],
        on_message: Callable[[messages.Outgoing], None],
        on_change: Callable[[], None],
        greeting: Callable[[], list[messages.Incoming]],
    ) -> None:
        self._address = address
        self._headers = headers
        self._on_message = on_message
        self._on_change = on_change
        self._greeting = greeting  # the requests to send after every connect
        self.welcome: messages.Welcome | None = None
        self.up = False
        self.lag: int | None = None
        self._skew = 0.0  # milliseconds by which the server's clock is ahead
        self._questions = Questions()
        self._lock = threading.Lock()
        self._socket: ClientConnection | None = None
        self._closed = threading.Event()
        self._ids = (f"{secrets.token_hex(8)}-{number}" for number in itertools.count())
        self._call()
        self._threads = [
            threading.Thread(target=run, name="connection", daemon=True) for run in (self._listen, self._keep_pinging)
        ]
        for thread in self._threads:
            thread.start()

    def new_id(self) -> str:
        """Return an unused id."""
        with self._lock:
            return next(self._ids)

    def now(self) -> int:
        """The time according to the server's clock, in milliseconds."""
        return int(time.time() * 1000 + self._skew)

    def ask(self, message: messages.Incoming, kind: type[A], patience: float = PATIENCE) -> A:
        """Send a request and return its answer; raises Refused, or Unreachable if there is no connection in time."""
        began = time.monotonic()
        while True:
            said = self._answer(message, patience)
            if not isinstance(said, messages.Refused):
                break
            pause = AGAIN_AFTER.get(said.code)
            if pause is None or time.monotonic() - began > patience:
                raise Refused(said.code, said.sentence, said.rule)
            self._closed.wait(pause)
        if not isinstance(said, kind):
            raise RemoteError(phrase("clients.remote.odd_answer", kind=type(said).__name__))
        return said

    def _answer(self, message: messages.Incoming, patience: float) -> messages.Outgoing:
        """Return the server's answer, even if the connection breaks in the meantime."""
        with self._questions.asking(message) as (text, answer):
            self._say(text)
            try:
                return answer.result(patience)
            except TooLate:
                raise Unreachable(phrase("clients.remote.no_answer")) from None

    def close(self) -> None:
        """Disconnect; safe to call twice."""
        self._closed.set()
        if self._socket is not None:
            self._socket.close()

    # -- connecting and disconnecting --

    def _call(self) -> None:
        """Connect and receive the greeting; raises Unreachable or RemoteError with the reason."""
        try:
            socket = connect(
                self._address.live,
                additional_headers=self._headers(),
                open_timeout=OPENING,
                close_timeout=1,
                compression=None,
                max_size=None,
                proxy=None,
            ).__enter__()  # it stays open until `close`
        except InvalidStatus as error:
            raise _refusal(self._address.server, error.response.status_code) from error
        except (OSError, WebSocketException) as error:
            raise unreachable(self._address.server, error) from error
        try:
            welcome = _welcome(socket)
        except (OSError, WebSocketException, msgspec.MsgspecError) as error:
            socket.close()
            raise Unreachable(phrase("clients.remote.no_greeting", server=self._address.server)) from error
        self.welcome = welcome
        self._note_time(welcome.time)
        self._socket, self.up = socket, True
        self._catch_up()

    def _catch_up(self) -> None:
        """Send the greeting, and send unanswered requests again."""
        for message in self._greeting():
            self._say(msgspec.json.encode(message).decode())
        for text in self._questions.open():
            self._say(text)

    def _say(self, text: str) -> None:
        """Send the text if the connection is up; otherwise it is sent after the next connect."""
        socket = self._socket
        if socket is not None and self.up:
            try:
                socket.send(text)
            except WebSocketException:
                return

    def _listen(self) -> None:
        """Receive messages until `close`, reconnecting whenever the connection breaks."""
        while not self._closed.is_set():
            try:
                assert self._socket is not None
                for text in self._socket:
                    self._hear(text)
            except WebSocketException:
                pass
            self.up = False
            if not self._closed.is_set():
                self._on_change()
                self._call_again()

    def _call_again(self) -> None:
        for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
            if self._closed.wait(pause):
                return
            try:
                self._call()
            except RemoteError:
                continue
            self._on_change()
            return

    # -- receiving --

    def _hear(self, text: str | bytes) -> None:
        try:
            message = _OUTGOING.decode(text)
        except msgspec.MsgspecError:  # a newer server may send messages that this client does not know
            return
        if isinstance(message, messages.Events | messages.Presence | messages.Pong):
            self._note_time(message.time)
        self._questions.heard(message)
        self._on_message(message)

    def _note_time(self, shown: int) -> None:
        self._skew = shown - time.time() * 1000

    def _keep_pinging(self) -> None:
        """Measure the lag regularly; it is shown to the other player."""
        while not self._closed.wait(PING_EVERY if self.lag is not None else 0.1):
            if not self.up:
                continue
            start = time.monotonic()
            try:
                self.ask(messages.Ping(id=self.new_id(), lag=self.lag), messages.Pong, PING_EVERY)
            except (RemoteError, Refused):
                continue
            self.lag = min(60_000, int((time.monotonic() - start) * 1000))


def _refusal(server: str, status: int) -> RemoteError:
    """The reason why there is no connection; for a server error, it is worth trying again."""
    if status >= 500:
        return Unreachable(phrase("clients.remote.busy", server=server))
    return RemoteError(phrase("clients.remote.line_refused", status=status))


def _welcome(socket: ClientConnection) -> messages.Welcome:
    """Wait for the server's greeting; a broadcast message may come before it."""
    while True:
        message = _OUTGOING.decode(socket.recv(OPENING))
        if isinstance(message, messages.Welcome):
            return message
