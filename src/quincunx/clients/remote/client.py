"""A person or a program at a server. docs/remote.md tells the story."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from quincunx.clients.remote.account import AccountClient
from quincunx.clients.remote.errors import RemoteError
from quincunx.clients.remote.line import Line
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
    """One account's line to a server. It may be used from any thread; what it asks waits for the answer."""

    def __init__(self, server: str, *, token: str = "", session: str = "") -> None:
        super().__init__(server, token=token, session=session)
        self._lock = threading.RLock()
        self._line: Line | None = None
        self._seats: dict[str, OnlineSeat] = {}
        self._mail = Mailbox()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; matches go on."""
        with self._lock:
            line, self._line = self._line, None
        if line is not None:
            line.close()

    # -- who I am --

    @property
    def account(self) -> str:
        """The account's id; empty where nobody is logged in."""
        welcome = self._open_line().welcome
        return welcome.account if welcome else ""

    @property
    def name(self) -> str:
        """What the account is called; empty where nobody is logged in."""
        welcome = self._open_line().welcome
        return welcome.name if welcome else ""

    def _enter(self, path: str, **fields: object) -> None:
        super()._enter(path, **fields)
        self.close()  # the line was somebody else's, and what it told
        self._mail = Mailbox()

    # -- the line --

    @property
    def is_up(self) -> bool:
        """Whether the line is up just now; it comes back by itself."""
        line = self._line
        return line is not None and line.up

    @property
    def lag(self) -> int | None:
        """Milliseconds that an answer takes; None where none has been measured."""
        line = self._line
        return None if line is None else line.lag

    def now(self) -> int:
        """The time by the server's clock, in milliseconds."""
        return self._open_line().now()

    def _open_line(self) -> Line:
        with self._lock:
            if self._line is None:
                self._line = Line(self.address, self._http.headers, self._hear, self._changed, self._greeting)
                self._greeted(self._line)
            return self._line

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
        """Make a match, and sit down at it; `link` opens the other seat of one by invitation."""
        line = self._open_line()
        asked = messages.Create(
            id=line.new_id(),
            game=game,
            options=dict(options or {}),
            clock=clock,
            colour=colour,
            opponent=opponent,
            rated=rated,
            visibility=visibility,
            legs=legs,
        )
        made = line.ask(asked, messages.Ack)
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
        """The seat of the match that the pool makes; None if there was nobody within the time, or it was stopped.

        The options are the same for both; `own` is what one has oneself, whichever side one gets: {"army": "wildwood"}.
        `take` is the id of a seek in `lobby`, made with the same settings: Refused says so if that player has gone.
        """
        line = self._open_line()
        asked = messages.Seek(
            id=line.new_id(),
            game=game,
            options=dict(options or {}),
            own=dict(own or {}),
            clock=clock,
            rated=rated,
            legs=legs,
            take=take,
        )
        self._mail.begin(asked, line.welcome)
        try:
            line.ask(asked, messages.Ack)
            match = self._mail.pairing(seconds)
        finally:
            self._mail.end()
        if not match:
            line.ask(messages.Unseek(id=line.new_id()), messages.Ack)
            return None
        return self.open(match)

    def stop_seeking(self) -> None:
        """Whoever waits in `seek`, in another thread, need not wait any longer."""
        self._mail.end()

    def join(self, match: str, secret: str = "") -> OnlineSeat:
        """Take the open seat: of a challenge, or by the secret of a link."""
        line = self._open_line()
        line.ask(messages.Join(id=line.new_id(), match=match, secret=secret), messages.Ack)
        return self.open(match, secret)

    def open(self, match: str, secret: str = "") -> OnlineSeat:
        """The seat of a match: to play on in one's own, or to watch another's."""
        line = self._open_line()
        seat = OnlineSeat(self, match, secret)
        with self._lock:
            seat = self._seats.setdefault(match, seat)
        self._mail.know(match)
        try:
            done = line.ask(seat.watching(line.new_id()), messages.Ack)
        except Refused:
            self._forget(seat)
            raise
        seat.reach(done.last)
        return seat

    def sit_down(self, match: str) -> OnlineSeat:
        """The seat of a match of one's own; one that waits as a challenge is accepted by that."""
        self._open_line()
        return self.join(match) if self._mail.take_challenge(match) else self.open(match)

    def challenge(self, seconds: float | None = None) -> messages.Challenged | None:
        """The next challenge, or one that waits: to `join` or to abort; None if there is none within the time."""
        self._open_line()
        return self._mail.challenge(seconds)

    def command(self, match: str, command: PlayerCommand) -> messages.Ack:
        """Ask something of a match; done when this returns, and once, however often the line breaks meanwhile."""
        line = self._open_line()
        return line.ask(messages.Command(id=line.new_id(), match=match, command=command), messages.Ack)

    def leave(self, seat: OnlineSeat) -> None:
        """Watch a match no more."""
        if self._forget(seat) and self.is_up:
            line = self._open_line()
            line.ask(messages.Unwatch(id=line.new_id(), match=seat.id), messages.Ack)

    def _forget(self, seat: OnlineSeat) -> bool:
        with self._lock:
            return self._seats.pop(seat.id, None) is not None

    # -- what is heard, in the line's thread --

    def _hear(self, message: messages.Outgoing) -> None:
        match message:
            case messages.Events() | messages.Presence():
                self._tell(message)
            case messages.Paired() | messages.Challenged():
                self._mail.put(message)

    def _tell(self, message: messages.Events | messages.Presence) -> None:
        seat = self._seats.get(message.match)
        if seat is not None and isinstance(message, messages.Events):
            if seat.take(message):
                threading.Thread(target=self._read_on, args=(seat,), name="pages", daemon=True).start()
        elif seat is not None and isinstance(message, messages.Presence) and seat.version:
            seat.see(message)

    def _read_on(self, seat: OnlineSeat) -> None:
        """Ask for the pages of a long log, one after another, in a thread that may wait for them."""
        while seat.pages.go_on():
            if not self._watch_on(seat):
                seat.pages.give_up()
                break

    def _watch_on(self, seat: OnlineSeat) -> bool:
        line = self._line
        if line is None or self._seats.get(seat.id) is not seat:
            return False
        try:
            line.ask(seat.watching(line.new_id()), messages.Ack)
        except (RemoteError, Refused):  # the line is closed, or the match gone: whoever comes back asks anew
            return False
        return True

    def _changed(self) -> None:
        for seat in list(self._seats.values()):
            if seat.version:
                seat.changed()
        line = self._line
        if line is not None and line.up:
            self._greeted(line)

    def _greeted(self, line: Line) -> None:
        if line.welcome is not None:
            self._mail.greeted(line.welcome)

    def _greeting(self) -> list[Any]:
        """What is asked whenever the line has come up: to watch on, and to be sought for still."""
        line = self._line
        if line is None:
            return []
        watching: list[Any] = [seat.watching(line.new_id()) for seat in list(self._seats.values())]
        seek = self._mail.seek
        return [*watching, *([seek] if seek is not None else [])]
