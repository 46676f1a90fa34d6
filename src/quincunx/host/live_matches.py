"""The matches in use in this process, each in memory once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from quincunx.host.live_match import LiveMatch
from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.store.store import Store

FEW = 64  # events that are folded directly, which is faster than handing them to a thread


class LiveMatches:
    """Every match in memory, by id. A match without users and subscribers is dropped."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._matches: dict[str, LiveMatch] = {}

    def __len__(self) -> int:
        return len(self._matches)

    def knows(self, id: str) -> bool:
        """Whether a match is in memory."""
        return id in self._matches and self._matches[id].cached is not None

    def attended(self) -> list[str]:
        """The running matches that at least one of their players follows in this process."""
        return [id for id, live in self._matches.items() if live.is_attended()]

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator[LiveMatch]:
        """Hold a match: in memory, up to date as far as this process knows, and locked."""
        live = self.keep(id)
        try:
            async with live.lock:
                if live.cached is None:
                    await self.catch_up(live)
                yield live
        finally:
            self.let_go(live)

    def keep(self, id: str) -> LiveMatch:
        """A match, kept in memory until `let_go`."""
        live = self._matches.setdefault(id, LiveMatch(id))
        live.users += 1
        return live

    def let_go(self, live: LiveMatch) -> None:
        """Release a match that was kept; drops it if it has no other users."""
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
        return True
