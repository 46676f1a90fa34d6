"""The pairer's copy of the waiting seeks, kept up to date by reading changes."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.host.own_seeks import OwnSeeks
from quincunx.play.pairing import Seek
from quincunx.play.seek_buckets import Buckets
from quincunx.store.seeks import SeekRow
from quincunx.store.store import Store, Unit

OVERLAP = 5_000  # milliseconds: a change becomes visible when its transaction ends, some time after its timestamp
RELOAD = 60_000  # milliseconds until everything is read again, for transactions that took longer


class WaitingSeeks:
    """The waiting seeks of all processes, in memory."""

    def __init__(self, store: Store, me: str, now: Callable[[], int], own: OwnSeeks, is_shared: bool) -> None:
        self._store = store
        self._me = me
        self._now = now
        self._is_shared = is_shared
        self._own = own  # of this process's seeks, any others are of connections that were closed a moment ago
        self._buckets = Buckets()
        self._living: frozenset[str] = frozenset()
        self._read_at = now() - OVERLAP
        self._loaded_at = now()
        self.is_stale = is_shared  # whether everything has to be read again

    def __len__(self) -> int:
        return len(self._buckets)

    def add(self, seek: Seek) -> None:
        """Add a seek that this process has written."""
        if seek.id not in self._buckets:
            self._buckets.add(seek)

    def remove(self, id: str) -> None:
        """Remove a seek, if it is there."""
        self._buckets.remove(id)

    def due(self) -> int | None:
        """When to look for pairs again, if no seek is added."""
        return self._buckets.due()

    def take_pairs(self, most: int) -> list[tuple[Seek, Seek]]:
        """Remove and return the next pairs, along with all other seeks of these players."""
        return self._buckets.take_pairs(self._now(), most)

    def clear(self) -> None:
        """Forget all seeks, because another process does the pairing."""
        self._buckets, self.is_stale = Buckets(), True

    async def read_changes(self) -> list[SeekRow]:
        """Read what other processes have changed; returns the changed rows, some of them more than once.

        A process that runs alone made all changes itself, and reads only what a failed pairing has left uncertain.
        """
        now = self._now()
        if self.is_stale or (self._is_shared and now - self._loaded_at >= RELOAD):
            return await self._load(now)
        if not self._is_shared:
            return []
        living, rows = await self._store.read(lambda unit: (self._alive(unit, now), self._changed(unit)))
        if living != self._living:  # seeks of dead processes do not wait, unless these come back to life
            return [*rows, *await self._load(now)]
        for row in rows:
            self._apply(row)
        self._read_at = now
        return rows

    async def read_own_changes(self) -> list[SeekRow]:
        """The changed seeks of this process, if it does not do the pairing."""
        now = self._now()
        rows = await self._store.read(lambda unit: self._changed(unit, self._me))
        self._read_at = now
        return rows

    async def _load(self, now: int) -> list[SeekRow]:
        """Read all waiting seeks."""
        self.is_stale = False
        before, self._buckets = self._buckets, Buckets()
        try:
            living, rows, changed = await self._store.read(
                lambda unit: (self._alive(unit, now), unit.seeks.waiting(self._me, now), self._changed(unit, self._me))
            )
        except BaseException:
            self.is_stale, self._buckets = True, before
            raise
        self._living, self._read_at, self._loaded_at = living, now, now
        for row in rows:
            self._apply(row)
        return changed

    def _alive(self, unit: Unit, now: int) -> frozenset[str]:
        return frozenset(process.id for process in unit.processes.living(now)) | {self._me}

    def _changed(self, unit: Unit, process: str | None = None) -> list[SeekRow]:
        return unit.seeks.changed(self._read_at - OVERLAP, process)

    def _apply(self, row: SeekRow) -> None:
        here = row.process != self._me or row.seek.id in self._own
        if row.gone is None and row.process in self._living and here:
            self.add(row.seek)
        else:
            self.remove(row.seek.id)
