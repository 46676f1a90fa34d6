"""The matches in use in this process, each in memory once."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.host.live_match import LiveMatch, OnFollowed
from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.play.seats import Person
from quincunx.store.store import Store

FEW = 64  # events that are folded directly, which is faster than handing them to a thread


class Hold:
    """Keeps a match in memory and locked, as `async with`. It is not a generator, because every move needs one."""

    __slots__ = ("_id", "_live", "_matches")

    def __init__(self, matches: LiveMatches, id: str) -> None:
        self._matches = matches
        self._id = id

    async def __aenter__(self) -> LiveMatch:
        live = self._live = self._matches.keep(self._id)
        try:
            await live.lock.acquire()
        except BaseException:
            self._matches.let_go(live)
            raise
        try:
            if live.cached is None:
                await self._matches.catch_up(live)
        except BaseException:
            self._release()
            raise
        return live

    async def __aexit__(self, *_: object) -> None:
        self._release()

    def _release(self) -> None:
        self._live.lock.release()
        self._matches.let_go(self._live)


class LiveMatches:
    """Every match in memory, by id. A match without users and subscribers is dropped."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._matches: dict[str, LiveMatch] = {}
        self.on_followed: OnFollowed | None = None  # called when a match gets its first subscriber here
        self.on_position: Callable[[str, int], None] = lambda id, position: None  # after another process wrote

    def __len__(self) -> int:
        return len(self._matches)

    def knows(self, id: str) -> bool:
        """Whether a match is in memory."""
        return id in self._matches and self._matches[id].cached is not None

    def find(self, id: str) -> LiveMatch | None:
        """A match, if it is in memory."""
        return self._matches.get(id)

    def names(self) -> dict[str, str]:
        """The names of the players of the matches in memory, by account; any one of them if an account has several."""
        found: dict[str, str] = {}
        for live in self._matches.values():
            for seat in () if live.cached is None else live.cached.seats:
                if isinstance(seat, Person):
                    found[seat.account] = seat.name if found.get(seat.account, seat.name) == seat.name else ""
        return found

    def attended(self) -> list[LiveMatch]:
        """The running matches that at least one of their players follows in this process."""
        return [live for live in self._matches.values() if live.is_attended()]

    def hold(self, id: str) -> Hold:
        """Hold a match: in memory, as up to date as this process knows, and locked."""
        return Hold(self, id)

    def keep(self, id: str) -> LiveMatch:
        """A match, kept in memory until `let_go`."""
        live = self._matches.get(id)
        if live is None:
            live = self._matches[id] = LiveMatch(id, self.on_followed)
        live.users += 1
        return live

    def let_go(self, live: LiveMatch) -> None:
        """Release a match that was kept; it is dropped if it has no other users."""
        live.users -= 1
        if live.users == 0:
            del self._matches[live.id]

    async def reread(self, concerned: Callable[[Match], bool]) -> None:
        """Forget the cached matches whose logs have been rewritten, so that they are read again."""
        for id in list(self._matches):
            async with self.hold(id) as live:
                if live.cached is not None and concerned(live.cached):
                    live.forget()

    async def catch_up(self, live: LiveMatch) -> bool:
        """Read the events after the cached version, and publish them. Returns whether there were any."""
        version = len(live.log)
        rows = [row.payload for row in await self._store.read(lambda unit: unit.log.read(live.id, version))]
        if not rows:
            return False
        live.jobs = {}  # the process that wrote the rows has also updated the jobs
        if len(rows) > FEW:
            await live.fold(rows)
        else:
            live.advance(rows, live.after(map(read_event, rows)))
        live.publish(self._now())
        self.on_position(live.id, live.match.position if live.match.status == "running" else 0)
        return True
