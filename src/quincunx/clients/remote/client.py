"""The client of a server, for a person or a program. See docs/remote.md."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from quincunx.clients.remote.account import AccountClient
from quincunx.clients.remote.connection import Connection
from quincunx.clients.remote.errors import RemoteError
from quincunx.clients.remote.mailbox import Mailbox
from quincunx.clients.remote.seat import OnlineSeat
from quincunx.play.clocks import Clock
from quincunx.play.commands import PlayerCommand
from quincunx.play.errors import Refused
from quincunx.play.events import Visibility
from quincunx.play.legs import Legs
from quincunx.play.match_setup import Colour
from quincunx.play.opponents import Opponent
from quincunx.protocol import messages


class Client(AccountClient):
    """One account's connection to a server. It may be used from any thread; requests wait for the answer."""

    def __init__(self, server: str, *, token: str = "", session: str = "") -> None:
        super().__init__(server, token=token, session=session)
        self._lock = threading.RLock()
        self._connection: Connection | None = None
        self._seats: dict[str, OnlineSeat] = {}
        self._mail = Mailbox()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect; matches continue."""
        with self._lock:
            connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    # -- who I am --

    @property
    def account(self) -> str:
        """The account's id; empty if nobody is logged in."""
        welcome = self._open_connection().welcome
        return welcome.account if welcome else ""

    @property
    def name(self) -> str:
        """The account's name; empty if nobody is logged in."""
        welcome = self._open_connection().welcome
        return welcome.name if welcome else ""

    def _enter(self, path: str, **fields: object) -> None:
        super()._enter(path, **fields)
        self.close()  # the connection, and what arrived on it, belonged to the previous account
        self._mail = Mailbox()

    # -- the connection --

    @property
    def is_up(self) -> bool:
        """Whether the connection is up at the moment; it reconnects by itself."""
        connection = self._connection
        return connection is not None and connection.up

    @property
    def lag(self) -> int | None:
        """The round-trip time in milliseconds; None before it has been measured."""
        connection = self._connection
        return None if connection is None else connection.lag

    def now(self) -> int:
        """The time according to the server's clock, in milliseconds."""
        return self._open_connection().now()

    def _open_connection(self) -> Connection:
        with self._lock:
            if self._connection is None:
                self._connection = Connection(
                    self.address, self._http.headers, self._hear, self._changed, self._greeting
                )
                self._greeted(self._connection)
            return self._connection

    # -- matches --

    def create(
        self,
        game: str,
        opponent: Opponent,
        *,
        options: Mapping[str, object] | None = None,
        clock: Clock | None = None,
        colour: Colour = "random",
        rated: bool = False,
        visibility: Visibility | None = None,
        legs: Legs = 1,
    ) -> OnlineSeat:
        """Create a match and open its seat; for an invitation, the seat's `link` opens the other seat."""
        connection = self._open_connection()
        asked = messages.Create(
            id=connection.new_id(),
            game=game,
            options=dict(options or {}),
            clock=clock,
            colour=colour,
            opponent=opponent,
            rated=rated,
            visibility=visibility,
            legs=legs,
        )
        made = connection.ask(asked, messages.Ack)
        return self.open(made.match, made.secret)

    def seek(
        self,
        game: str,
        *,
        options: Mapping[str, object] | None = None,
        own: Mapping[str, str] | None = None,
        clock: Clock | None = None,
        rated: bool = False,
        seconds: float | None = None,
        legs: Legs = 1,
        take: str = "",
    ) -> OnlineSeat | None:
        """Look for an opponent and return the seat of the match; None after the time limit, or if it was stopped.

        The options apply to both players; `own` applies to this player on either side, for example
        {"army": "wildwood"}. `take` is the id of a seek in `lobby` with the same settings; Refused is raised if that
        player has left.
        """
        connection = self._open_connection()
        asked = messages.Seek(
            id=connection.new_id(),
            game=game,
            options=dict(options or {}),
            own=dict(own or {}),
            clock=clock,
            rated=rated,
            legs=legs,
            take=take,
        )
        self._mail.begin(asked, connection.welcome)
        try:
            connection.ask(asked, messages.Ack)
            match = self._mail.pairing(seconds)
        finally:
            self._mail.end()
        if not match:
            connection.ask(messages.Unseek(id=connection.new_id()), messages.Ack)
            return None
        return self.open(match)

    def stop_seeking(self) -> None:
        """Make a call of `seek` that waits in another thread return."""
        self._mail.end()

    def join(self, match: str, secret: str = "") -> OnlineSeat:
        """Take the open seat of a challenge, or of an invitation by the secret in its link."""
        connection = self._open_connection()
        connection.ask(messages.Join(id=connection.new_id(), match=match, secret=secret), messages.Ack)
        return self.open(match, secret)

    def open(self, match: str, secret: str = "") -> OnlineSeat:
        """Open the seat at a match: to continue one of your own, or to watch another one."""
        connection = self._open_connection()
        seat = OnlineSeat(self, match, secret)
        with self._lock:
            seat = self._seats.setdefault(match, seat)
        self._mail.know(match)
        try:
            done = connection.ask(seat.watching(connection.new_id()), messages.Ack)
        except Refused:
            self._forget(seat)
            raise
        seat.reach(done.last)
        return seat

    def sit_down(self, match: str) -> OnlineSeat:
        """Open the seat at a match of this account; a pending challenge is accepted."""
        self._open_connection()
        return self.join(match) if self._mail.take_challenge(match) else self.open(match)

    def challenge(self, seconds: float | None = None) -> messages.Challenged | None:
        """Wait for the next challenge or return a pending one, to `join` or to abort; None after the time limit."""
        self._open_connection()
        return self._mail.challenge(seconds)

    def command(self, match: str, command: PlayerCommand) -> messages.Ack:
        """Send a command to a match. On return it has been carried out exactly once, even if the connection broke."""
        connection = self._open_connection()
        return connection.ask(messages.Command(id=connection.new_id(), match=match, command=command), messages.Ack)

    def leave(self, seat: OnlineSeat) -> None:
        """Stop watching a match."""
        if self._forget(seat) and self.is_up:
            connection = self._open_connection()
            connection.ask(messages.Unwatch(id=connection.new_id(), match=seat.id), messages.Ack)

    def _forget(self, seat: OnlineSeat) -> bool:
        with self._lock:
            return self._seats.pop(seat.id, None) is not None

    # -- incoming messages, in the connection's thread --

    def _hear(self, message: messages.Outgoing) -> None:
        match message:
            case messages.Events() | messages.Presence():
                self._tell(message)
            case messages.Paired() | messages.Challenged():
                self._mail.put(message)
            case messages.Matches():
                self._mail.listed(message.matches)

    def _tell(self, message: messages.Events | messages.Presence) -> None:
        seat = self._seats.get(message.match)
        if seat is not None and isinstance(message, messages.Events):
            if seat.take(message):
                threading.Thread(target=self._read_on, args=(seat,), name="pages", daemon=True).start()
        elif seat is not None and isinstance(message, messages.Presence) and seat.version:
            seat.see(message)

    def _read_on(self, seat: OnlineSeat) -> None:
        """Request the pages of a long log, one after another; runs in a thread that may block."""
        while seat.pages.go_on():
            if not self._watch_on(seat):
                seat.pages.give_up()
                break

    def _watch_on(self, seat: OnlineSeat) -> bool:
        connection = self._connection
        if connection is None or self._seats.get(seat.id) is not seat:
            return False
        try:
            connection.ask(seat.watching(connection.new_id()), messages.Ack)
        except (RemoteError, Refused):  # closed, or the match is gone: the next connection asks again
            return False
        return True

    def _changed(self) -> None:
        for seat in list(self._seats.values()):
            if seat.version:
                seat.changed()
        connection = self._connection
        if connection is not None and connection.up:
            self._greeted(connection)

    def _greeted(self, connection: Connection) -> None:
        if connection.welcome is not None:
            self._mail.listed(connection.welcome.matches)

    def _greeting(self) -> list[Any]:
        """The requests to send after every connect: keep watching the matches, and keep seeking."""
        connection = self._connection
        if connection is None:
            return []
        watching: list[Any] = [seat.watching(connection.new_id()) for seat in list(self._seats.values())]
        seek = self._mail.seek
        return [*watching, *([seek] if seek is not None else [])]
