"""Pairs the players in the pool, in one process of the site at a time.

That process keeps a copy of the waiting seeks in memory, in buckets, and reads the changes made by other processes. A
process that runs alone, without a bus, makes all changes itself and reads nothing. All others only check whether their
own players have been paired, when a hint says so or the bus is not connected.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from quincunx.host.bus import Bus
from quincunx.host.match_creation import derived_id
from quincunx.host.match_factory import MatchFactory
from quincunx.host.own_seeks import OwnSeeks
from quincunx.host.pool_lease import PoolLease
from quincunx.host.waiting_seeks import WaitingSeeks
from quincunx.play.pairing import Seek
from quincunx.store.errors import SeekGone, Unavailable
from quincunx.store.seeks import SeekRow
from quincunx.store.store import Store, Unit

log = logging.getLogger("quincunx.host")

TOPIC = "pool"
ADDED, PAIRED = b"added", b"paired"  # hints: to the pairer, and to the processes whose players are waiting

EVERY = 1.0  # seconds between rounds: in that time, rating windows widen
MOST_PAIRS = 200  # found and created together
KEPT = 600_000  # milliseconds for which old seeks are kept, for clients with an outdated list


class PoolPairer:
    """Pairs players, or waits until it is this process's turn to do so."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        me: str,
        factory: MatchFactory,
        now: Callable[[], int],
        own: OwnSeeks,
        remove_left: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._bus = bus
        self._me = me
        self._factory = factory
        self._now = now
        self._own = own
        self._remove_left = remove_left
        self._lease = PoolLease(store, me, now, bus.is_shared)
        self._waiting = WaitingSeeks(store, me, now, own, bus.is_shared)
        self._swept = now()
        self._wake = asyncio.Event()
        self.on_paired: Callable[[str, Sequence[str]], None] = lambda match, accounts: None  # by this process
        self.on_found: Callable[[str, str], None] = lambda match, account: None  # by another one

    def __len__(self) -> int:
        """The number of waiting seeks; 0 unless this process does the pairing."""
        return len(self._waiting)

    def note_added(self, seek: Seek) -> None:
        """Note a seek that was added in this process."""
        if self._lease.is_mine:
            self._waiting.add(seek)
        self._wake.set()

    def note_removed(self, id: str) -> None:
        """Note that a seek was removed in this process."""
        self._waiting.remove(id)

    def try_again(self, error: Exception) -> None:
        """Log a failure, and start another round soon."""
        if isinstance(error, Unavailable):
            log.warning("pool", extra={"reason": error.reason})
        else:
            log.error("pool", exc_info=error)
        self._wake.set()

    async def run(self) -> None:
        """Pair players until cancelled."""
        stop = self._bus.follow(TOPIC, self._on_hint, self._on_missed)
        try:
            while True:
                await self._sleep()
                await self._try_round()
                await asyncio.sleep(EVERY)
        finally:
            stop()

    async def _try_round(self) -> None:
        try:
            await self.round()
        except Exception as error:
            self._waiting.is_stale = True
            self.try_again(error)

    async def round(self) -> None:
        """Pair the players who match now, if this process does the pairing."""
        self._wake.clear()
        await self._remove_left()
        if await self._lease.hold():
            self._notify(await self._waiting.read_changes())
            await self._pair()
            await self._sweep()
        else:
            self._waiting.clear()
            if self._own:
                self._notify(await self._waiting.read_own_changes())

    async def _pair(self) -> None:
        """Create the matches of all pairs. Players whose match cannot be created keep waiting."""
        while found := self._waiting.take_pairs(MOST_PAIRS):
            made = (self.make(derived_id(one.id, other.id), one, other, [one.id, other.id]) for one, other in found)
            errors = [error for error in await asyncio.gather(*made, return_exceptions=True) if error is not None]
            if errors:
                self._waiting.is_stale = True
                self._wake.set()
            for error in errors:
                if not isinstance(error, SeekGone):
                    raise error

    async def make(self, match: str, first: Seek, second: Seek, ids: Sequence[str]) -> None:
        """Create the match of two players and remove all their seeks; raises SeekGone if the given ones are gone."""
        players, taken = (first.account, second.account), list[str]()

        def take(unit: Unit) -> None:
            unit.accounts.hold(*players)
            taken[:] = unit.seeks.take(ids, players, match, self._me, self._now())

        try:
            await self._factory.pair(match, first, second, take)
        except SeekGone:
            raise
        except BaseException:  # it may have been committed all the same: the next round finds out
            self._waiting.is_stale = True
            self._wake.set()
            raise
        for id in taken:
            self._own.remove(id)
            self._waiting.remove(id)
        self._bus.publish(TOPIC, PAIRED)
        self.on_paired(match, players)

    def _notify(self, rows: Sequence[SeekRow]) -> None:
        """Notify players of this process whom another one has paired."""
        for row in rows:
            if row.match and self._own.remove(row.seek.id):
                self.on_found(row.match, row.seek.account)

    async def _sweep(self) -> None:
        """Delete old seeks that nobody asks for any more."""
        now = self._now()
        if now - self._swept >= KEPT:
            self._swept = now
            if await self._store.read(lambda unit: unit.seeks.are_old(now - KEPT)):
                await self._store.write(lambda unit: unit.seeks.sweep(now - KEPT))

    def _on_hint(self, hint: bytes) -> None:
        if self._lease.is_mine if hint == ADDED else self._own:
            self._wake.set()

    def _on_missed(self) -> None:
        if self._lease.is_mine or self._own:
            self._wake.set()

    async def _sleep(self) -> None:
        """Sleep until there may be something to do."""
        pause = self._pause()
        with suppress(TimeoutError):
            async with asyncio.timeout(None if pause is None else max(0, pause) / 1000):
                await self._wake.wait()

    def _pause(self) -> int | None:
        """Milliseconds until the next round, unless something happens first; None to wait until then."""
        if not self._bus.is_shared:
            due = self._waiting.due()
            return None if due is None else due - self._now()
        if self._lease.is_mine:
            return 0 if self._own or self._waiting else None
        if not self._own:
            return None
        return self._lease.until - self._now() if self._bus.is_connected else 0
