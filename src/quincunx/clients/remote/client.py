"""A person or a program at a server. docs/remote.md tells the story."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import msgspec

from quincunx.clients.remote.address import Address, read_address
from quincunx.clients.remote.http import Http
from quincunx.clients.remote.line import Line
from quincunx.clients.remote.table import OnlineTable
from quincunx.play.clocks import Clock, Fischer, Untimed
from quincunx.play.commands import PlayerCommand
from quincunx.play.events import Visibility
from quincunx.play.refused import Refused
from quincunx.play.setting import Colour
from quincunx.server.live import messages

USUAL_CLOCK = Fischer(300, 3)  # of the pool, where everybody should want the same
UNTIMED = Untimed()


class Listed(msgspec.Struct, frozen=True):
    """A match of one's own."""

    id: str
    game: str
    rules: str
    kind: str
    status: str


class Client:
    """One account's line to a server. It may be used from any thread; what it asks waits for the answer.

    Refused is raised where the server says no, RemoteError where there is no server to speak with.
    """

    def __init__(self, server: str, *, token: str = "", session: str = "") -> None:
        self.address: Address = read_address(server)
        self._http = Http(self.address.server, token, session)
        self._lock = threading.RLock()
        self._news = threading.Condition(self._lock)
        self._line: Line | None = None
        self._tables: dict[str, OnlineTable] = {}
        self._paired: list[str] = []
        self._challenged: list[messages.Challenged] = []
        self._seek: messages.Seek | None = None
        self._known: set[str] = set()  # matches that the pool has not just made

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

    def guest(self) -> None:
        """Play without an account; `session` is what to come back with."""
        self._enter("/api/guest")

    def log_in(self, name: str, password: str) -> None:
        """Play as a member."""
        self._enter("/api/login", name=name, password=password)

    def register(self, name: str, password: str) -> None:
        """Become a member; a guest keeps every match."""
        self._enter("/api/register", name=name, password=password)

    def log_out(self) -> None:
        """End the session."""
        self._enter("/api/logout")

    @property
    def session(self) -> str:
        """What to come back with as the same person: a secret."""
        return self._http.cookie

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
        self._http.post(path, **fields)
        self.close()  # the line was somebody else's

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
                self._line = Line(self.address.live, self._http.headers, self._hear, self._changed, self._greeting)
                self._find_challenges(self._line)
            return self._line

    # -- matches --

    def matches(self) -> list[Listed]:
        """My matches that are open or running, the latest first."""
        mine = [self._http.get(f"/api/account/matches?status={status}") for status in ("running", "open")]
        return msgspec.convert([match for matches in mine for match in matches], list[Listed])

    def create(
        self,
        game: str,
        opponent: messages.Opponent,
        *,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        clock: Clock = UNTIMED,
        colour: Colour = "random",
        rated: bool = False,
        visibility: Visibility = "public",
    ) -> OnlineTable:
        """Make a match, and sit down at it; `link` opens the other seat of one by invitation."""
        line = self._open_line()
        asked = messages.Create(
            id=line.new_id(),
            game=game,
            rules=rules,
            options=dict(options or {}),
            clock=clock,
            colour=colour,
            opponent=opponent,
            rated=rated,
            visibility=visibility,
        )
        made = line.ask(asked, messages.Ack)
        return self.open(made.match, made.secret)

    def seek(
        self, game: str, *, rules: str | None = None, clock: Clock = USUAL_CLOCK, seconds: float | None = None
    ) -> OnlineTable | None:
        """The table of the match that the pool makes; None if there was nobody within the time, or it was stopped."""
        line = self._open_line()
        with self._news:
            self._known |= {listed.match for listed in line.welcome.matches} if line.welcome else set()
            self._paired.clear()
            self._seek = messages.Seek(id=line.new_id(), game=game, rules=rules, clock=clock)
            asked = self._seek
        try:
            line.ask(asked, messages.Ack)
            with self._news:
                self._news.wait_for(lambda: self._paired or self._seek is None, seconds)
                match = self._paired.pop(0) if self._paired else ""
        finally:
            self._seek = None
        if not match:
            line.ask(messages.Unseek(id=line.new_id()), messages.Ack)
            return None
        return self.open(match)

    def stop_seeking(self) -> None:
        """Whoever waits in `seek`, in another thread, need not wait any longer."""
        with self._news:
            self._seek = None
            self._news.notify_all()

    def join(self, match: str, secret: str = "") -> OnlineTable:
        """Take the open seat: of a challenge, or by the secret of a link."""
        line = self._open_line()
        line.ask(messages.Join(id=line.new_id(), match=match, secret=secret), messages.Ack)
        return self.open(match, secret)

    def open(self, match: str, secret: str = "") -> OnlineTable:
        """The table of a match: to play on in one's own, or to watch another's."""
        line = self._open_line()
        table = OnlineTable(self, match, secret)
        with self._lock:
            table = self._tables.setdefault(match, table)
            self._known.add(match)
        try:
            line.ask(table.watching(line.new_id()), messages.Ack)
        except Refused:
            self._forget(table)
            raise
        return table

    def sit_down(self, match: str) -> OnlineTable:
        """The table of a match of one's own; one that waits as a challenge is accepted by that."""
        self._open_line()
        with self._lock:
            challenged = any(challenge.match == match for challenge in self._challenged)
            self._challenged = [challenge for challenge in self._challenged if challenge.match != match]
        return self.join(match) if challenged else self.open(match)

    def challenge(self, seconds: float | None = None) -> messages.Challenged | None:
        """The next challenge that comes in, to `join` or to call off; None if there is none within the time."""
        self._open_line()
        with self._news:
            found = self._news.wait_for(lambda: self._challenged, seconds)
            return self._challenged.pop(0) if found else None

    def command(self, match: str, command: PlayerCommand) -> messages.Ack:
        """Ask something of a match; done when this returns, and once, however often the line breaks meanwhile."""
        line = self._open_line()
        return line.ask(messages.Command(id=line.new_id(), match=match, command=command), messages.Ack)

    def leave(self, table: OnlineTable) -> None:
        """Watch a match no more."""
        if self._forget(table) and self.is_up:
            line = self._open_line()
            line.ask(messages.Unwatch(id=line.new_id(), match=table.id), messages.Ack)

    def _forget(self, table: OnlineTable) -> bool:
        with self._lock:
            return self._tables.pop(table.id, None) is not None

    # -- what is heard, in the line's thread --

    def _hear(self, message: messages.Outgoing) -> None:
        match message:
            case messages.Events() | messages.Presence():
                self._tell(message)
            case messages.Paired(match=match):
                with self._news:
                    self._paired.append(match)
                    self._news.notify_all()
            case messages.Challenged():
                with self._news:
                    self._challenged.append(message)
                    self._news.notify_all()

    def _tell(self, message: messages.Events | messages.Presence) -> None:
        table = self._tables.get(message.match)
        if table is not None and isinstance(message, messages.Events):
            table.take(message)
        elif table is not None and isinstance(message, messages.Presence) and table.version:
            table.see(message)

    def _changed(self) -> None:
        for table in list(self._tables.values()):
            if table.version:
                table.changed()
        line = self._line
        if line is not None and line.up and line.welcome is not None:
            self._find_challenges(line)
            self._find_pairing(line.welcome)

    def _find_challenges(self, line: Line) -> None:
        """Whoever has challenged before the line came up waits for an answer still."""
        with self._news:
            known = {challenge.match for challenge in self._challenged}
            for listed in line.welcome.matches if line.welcome else ():
                if listed.by and listed.match not in known:
                    self._challenged.append(messages.Challenged(match=listed.match, by=listed.by))
            self._news.notify_all()

    def _find_pairing(self, welcome: messages.Welcome) -> None:
        """The pool may have found somebody just as the line broke."""
        sought = self._seek
        with self._news:
            for listed in welcome.matches:
                fresh = listed.kind == "pool" and listed.match not in self._known
                if sought is not None and fresh and listed.game == sought.game:
                    self._paired.append(listed.match)
            self._news.notify_all()

    def _greeting(self) -> list[Any]:
        """What is asked whenever the line has come up: to watch on, and to be sought for still."""
        line = self._line
        if line is None:
            return []
        watching: list[Any] = [table.watching(line.new_id()) for table in list(self._tables.values())]
        return [*watching, *([self._seek] if self._seek is not None else [])]
