"""The matches that somebody in this process has to do with, each in memory once, with those who watch it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Protocol

import msgspec
from msgspec import Raw

from quincunx.play.errors import no_match
from quincunx.play.events import AnyEvent, makes_position, read_event
from quincunx.play.match import Match, Status
from quincunx.play.scene import match_scene
from quincunx.server.folding import fold, unhurried
from quincunx.server.live import messages
from quincunx.store.store import Store

FEW = 64  # events that are folded at once, in less time than a thread takes to come to it

Shows = tuple[int, Status]  # what a scene depends on: the position, and whether the match is over

PAGE_EVENTS = 500  # in one message to somebody who comes
PAGE_BYTES = 48 * 1024


class Watcher(Protocol):
    """Somebody who is told of a match."""

    account: str
    lag: int | None

    def send(self, text: str) -> None:
        """Put a message on its way, without waiting."""


class Table:
    """A match in memory: a cache of its log. Whoever reads or changes it holds the lock."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.log: list[bytes] = []
        self.cached: Match | None = None
        self.watchers: set[Watcher] = set()
        self.viewers: set[Watcher] = set()  # those of them who want scenes
        self.told = 0  # the version that those who watch know of
        self.rows: dict[str, int] = {}  # the jobs' rows that are known here, and when they are due
        self.users = 0
        self._scene: tuple[Shows, Raw] | None = None  # the last that was wanted, and what it shows
        self._passed: list[Raw] = []  # scenes that nobody has been told of, before the newest
        self._shown: Shows | None = None  # what the last scene showed that news came with

    @property
    def match(self) -> Match:
        """The match as it stands."""
        if self.cached is None:
            raise no_match()
        return self.cached

    def follow(self, events: list[tuple[bytes, AnyEvent]]) -> None:
        """Let the match go on by events of its log."""
        for payload, event in events:
            if self.cached is None:
                self.cached = Match.from_events([event])
            else:
                if makes_position(event):
                    self._keep_scene()
                self.cached.apply(event)
            self.log.append(payload)

    async def fold(self, payloads: list[bytes]) -> None:
        """Let the match go on by many events of its log, without keeping anybody else waiting for it."""
        before = self.cached

        def work() -> Match:
            events = unhurried(map(read_event, payloads))
            if before is None:
                return Match.from_events(events)
            match = before.copy()
            for event in events:
                match.apply(event)
            return match

        self.cached = await fold(work)
        self.log += payloads

    def forget(self) -> None:
        """Read everything anew when it is wanted next."""
        self.cached = None
        self.log = []
        self.rows = {}
        self._scene = None
        self._passed = []

    @contextmanager
    def believed(self) -> Iterator[None]:
        """Whatever happens on the way to the disk, what is in memory afterwards is no more than what is on it."""
        try:
            yield
        except BaseException:
            self.forget()
            raise

    def scene(self) -> Raw:
        """The match as a screen needs it: made once for all who want it, when the first one does."""
        shows = self._shows()
        if self._scene is None or self._scene[0] != shows:
            self._scene = shows, Raw(msgspec.json.encode(match_scene(self.match)))
        return self._scene[1]

    def _shows(self) -> Shows:
        return self.match.position, self.match.status

    def _keep_scene(self) -> None:
        """Before the next position comes up: those who look on want to see this one too, unless they have."""
        if self.viewers and len(self.log) > self.told and self._shows() != self._shown:
            self._passed.append(self.scene())

    def _news(self) -> list[Raw]:
        """The scenes since the last news: every position, and the last one again where only the status has changed."""
        newest = [self.scene()] if self._shows() != self._shown else []
        return [*self._passed, *newest]

    def page_after(self, version: int) -> int:
        """The last version of the page that follows a version: not more events than one message should have."""
        end, size = version, 0
        for payload in self.log[version : version + PAGE_EVENTS]:
            size += len(payload)
            if size > PAGE_BYTES and end > version:
                break
            end += 1
        return end

    def told_since(self, version: int, now: int, scenes: Sequence[Raw] = (), until: int | None = None) -> str:
        """The message that tells of the events after a version, all of them or those of a page."""
        match = self.match
        until = len(self.log) if until is None else until
        return messages.write(
            messages.Events(
                match=self.id,
                first=version + 1,
                events=[Raw(payload) for payload in self.log[version:until]],
                time=now,
                status=match.status,
                position=match.position,
                to_move=match.state.to_move,
                times=match.times,
                scenes=list(scenes),
                total=match.total(),
                more=until < len(self.log),
            )
        )

    def tell_news(self, now: int) -> None:
        """Tell everybody who watches what they have not been told yet."""
        if self.told < len(self.log):
            self._tell_since(self.watchers - self.viewers, now, list)
            self._tell_since(self.viewers, now, self._news)
            self._shown = self._shows()
        self._passed = []
        self.told = len(self.log)

    def _tell_since(self, watchers: Collection[Watcher], now: int, scenes: Callable[[], list[Raw]]) -> None:
        """Tell those of what nobody has been told yet, all by the same message."""
        if not watchers:
            return
        text = self.told_since(self.told, now, scenes())
        for watcher in list(watchers):
            watcher.send(text)

    def leave(self, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self.watchers.discard(watcher)
        self.viewers.discard(watcher)

    def tell(self, text: str) -> None:
        """Send a message to everybody who watches."""
        for watcher in list(self.watchers):
            watcher.send(text)

    def is_present(self, account: str) -> bool:
        """Whether an account watches, on whatever device."""
        return any(watcher.account == account for watcher in self.watchers)

    def is_attended(self) -> bool:
        """Whether the match runs, and one of those who play in it watches."""
        match = self.cached
        if match is None or match.status != "running":
            return False
        return any(watcher.account and match.sides_of(watcher.account) for watcher in self.watchers)


class Tables:
    """Every match in memory, by id; one that nobody uses or watches is forgotten."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._tables: dict[str, Table] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def knows(self, id: str) -> bool:
        """Whether a match is in memory."""
        return id in self._tables and self._tables[id].cached is not None

    def attended(self) -> list[str]:
        """The matches that run here before the eyes of somebody who plays in them."""
        return [id for id, table in self._tables.items() if table.is_attended()]

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[Table]:
        """The table of a match, up to date as far as this process knows, and locked."""
        table = self.keep(id)
        try:
            async with table.lock:
                if table.cached is None:
                    await self.catch_up(table)
                yield table
        finally:
            self.let_go(table)

    def keep(self, id: str) -> Table:
        """The table of a match, to be let go some time."""
        table = self._tables.setdefault(id, Table(id))
        table.users += 1
        return table

    def let_go(self, table: Table) -> None:
        """One user less."""
        table.users -= 1
        if table.users == 0:
            del self._tables[table.id]

    async def reread(self, concerned: Callable[[Match], bool]) -> None:
        """Read those matches anew whose logs have been rewritten."""
        for id in list(self._tables):
            async with self.hold(id) as table:
                if table.cached is not None and concerned(table.cached):
                    table.forget()

    async def catch_up(self, table: Table) -> bool:
        """Read what the log has beyond the table's version, and tell those who watch; whether there was anything."""
        version = len(table.log)
        rows = await self._store.read(lambda unit: unit.log.read(table.id, version))
        if rows:  # written elsewhere, where the jobs' rows have been seen to as well
            table.rows = {}
        payloads = [row.payload for row in rows]
        if len(payloads) > FEW:
            await table.fold(payloads)
        else:
            table.follow([(payload, read_event(payload)) for payload in payloads])
        table.tell_news(self._now())
        return bool(rows)
