"""Notifies the other processes of new events, and catches up with theirs, for the matches that are followed here.

A hint is the version of a match; the missing events are read from the log. Hints may be lost, so the versions of all
followed matches are compared with the database from time to time, and more often while the bus is not connected.
If the database stops answering during a commit of this process, the log shows later whether it was carried out.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress

from quincunx.host.bus import Bus
from quincunx.host.live_match import LiveMatch
from quincunx.host.live_matches import LiveMatches
from quincunx.store.errors import Unavailable
from quincunx.store.store import Store

log = logging.getLogger("quincunx.host")

CHECK_EVERY = 30.0  # seconds between two checks of the versions of all followed matches
CHECK_OFTEN = 2.0  # the same while the bus is not connected
AGAIN_AFTER = 1.0  # seconds until the next check if the database does not answer
AT_ONCE = 8  # matches that catch up at the same time
PAGE = 500  # matches in one query


class MatchHints:
    """Sends and follows the hints about matches."""

    def __init__(self, bus: Bus, store: Store, matches: LiveMatches) -> None:
        self._bus = bus
        self._store = store
        self._matches = matches
        self._followed: dict[str, LiveMatch] = {}
        self._counts: Counter[str] = Counter()  # how many times each of them is followed
        self._wanted: dict[str, int] = {}  # the versions to catch up to
        self._uncertain = set[str]()  # matches that may have missed events
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._catching = set[asyncio.Task[None]]()
        self._wake = asyncio.Event()
        bus.on_connected.append(lambda connected: self._wake.set())
        matches.on_followed = self.follow

    def publish(self, id: str, version: int) -> None:
        """Notify the other processes that a match has a new version."""
        if self._bus.is_shared:
            self._bus.publish(_topic(id), b"%d" % version)

    async def run(self) -> None:
        """Check for missed hints until cancelled."""
        try:
            while True:
                await self._wait()
                ids = self._to_check()
                try:
                    await self._check(ids)
                except Exception as error:
                    log.warning("matches not compared", extra={"reason": str(error)})
                    self._uncertain.update(ids)
                    await asyncio.sleep(AGAIN_AFTER)
        finally:
            for task in list(self._catching):
                task.cancel()

    def follow(self, live: LiveMatch) -> Callable[[], None]:
        """Follow the hints about a match, which is kept in memory, until the returned function is called."""
        id = live.id
        self._followed[id] = live
        self._counts[id] += 1
        stop = self._bus.follow(_topic(id), lambda hint: self._on_hint(live, hint), lambda: self.check(id))

        def unfollow() -> None:
            stop()
            self._counts[id] -= 1
            if not self._counts[id]:
                del self._followed[id], self._counts[id]

        return unfollow

    def check(self, id: str) -> None:
        """Compare a match with the database soon, because events may have been missed."""
        self._uncertain.add(id)
        self._wake.set()

    def _on_hint(self, live: LiveMatch, hint: bytes) -> None:
        with suppress(ValueError):  # from a newer version of the program, whose hints say more
            self._catch_up(live, int(hint))

    def _to_check(self) -> list[str]:
        """The matches to check now: those that may have missed events, or, after a while, all of them."""
        some = self._uncertain & self._followed.keys() if self._uncertain else self._followed.keys()
        self._uncertain = set()
        return list(some)

    async def _wait(self) -> None:
        """Wait until the next check is due, or until a match may have missed events."""
        if not self._uncertain:
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause()):
                    await self._wake.wait()

    def _pause(self) -> float | None:
        if not self._bus.is_shared:
            return None
        return CHECK_EVERY if self._bus.is_connected else CHECK_OFTEN

    async def _check(self, ids: Collection[str]) -> None:
        """Catch up with those of the matches that have new events."""
        for page in _pages(ids):
            versions = await self._store.read(lambda unit, page=page: unit.matches.versions(page))  # type: ignore[misc]
            for id, version in versions.items():
                live = self._followed.get(id)
                if live is not None:
                    self._catch_up(live, version)

    def _catch_up(self, live: LiveMatch, version: int) -> None:
        """Catch up to a version soon, unless the match has reached it."""
        if version <= len(live.log):
            return
        begun = live.id in self._wanted
        self._wanted[live.id] = max(version, self._wanted.get(live.id, 0))
        if not begun:
            task = asyncio.create_task(self._read(live.id))
            self._catching.add(task)
            task.add_done_callback(self._catching.discard)

    async def _read(self, id: str) -> None:
        try:
            async with self._slots, self._matches.hold(id) as live:
                while len(live.log) < self._wanted[id] and await self._matches.catch_up(live):
                    pass
        except Exception as error:  # the next check will find it again
            log.warning("not caught up", extra={"match": id, "reason": str(error)})
            if isinstance(error, Unavailable):
                asyncio.get_running_loop().call_later(AGAIN_AFTER, self.check, id)
        finally:
            del self._wanted[id]


def _topic(id: str) -> str:
    return f"match:{id}"


def _pages(ids: Collection[str]) -> Iterator[list[str]]:
    rest = list(ids)
    for first in range(0, len(rest), PAGE):
        yield rest[first : first + PAGE]
