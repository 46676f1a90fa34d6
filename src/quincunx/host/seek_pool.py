"""The pool of players waiting for an opponent, which all processes of a site share.

Seeks are rows (`store/seeks.py`), and one process at a time pairs them (`pool_pairer`). A pairing is one transaction,
which creates the match and removes all seeks of both players; if one of their seeks is gone, nothing happens.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from quincunx.host.bus import Bus
from quincunx.host.match_creation import derived_id
from quincunx.host.match_factory import MatchFactory
from quincunx.host.own_seeks import OwnSeeks
from quincunx.host.pool_pairer import ADDED, TOPIC, PoolPairer
from quincunx.play.errors import Refused
from quincunx.play.pairing import Seek, wanted
from quincunx.protocol.accounts import Account
from quincunx.store.errors import SeekGone
from quincunx.store.seeks import SeekRow
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

log = logging.getLogger("quincunx.host")

MOST_SEEKS = 8  # per account

Line = tuple[str, int]  # an account, and the number of one of its connections


class SeekPool:
    """The pool. A seek lives as long as its connection, so players who have left are never paired."""

    def __init__(self, store: Store, bus: Bus, me: str, factory: MatchFactory, now: Callable[[], int]) -> None:
        self._store = store
        self._bus = bus
        self._me = me
        self._now = now
        self._own = OwnSeeks()
        self._left = set[Line]()  # connections whose seeks still have to be removed
        self._removing = asyncio.Lock()
        self._leaving = set[asyncio.Task[None]]()
        self.pairer = PoolPairer(store, bus, me, factory, now, self._own, self._remove_left)

    def __len__(self) -> int:
        """The number of waiting seeks, in the process that does the pairing; 0 in all others."""
        return len(self.pairer)

    async def listed(self, most: int) -> tuple[int, list[tuple[Seek, Account]]]:
        """The number of waiting seeks, and the longest-waiting ones with their accounts."""
        return await self._store.read(lambda unit: unit.seeks.listed(most, self._me, self._now()))

    async def start(self) -> None:
        """Start; a process that runs alone removes the seeks left by its predecessor."""
        if not self._bus.is_shared:
            await self._store.write(lambda unit: unit.seeks.clear())

    async def run(self) -> None:
        """Pair players until cancelled."""
        await self.pairer.run()

    async def stop(self) -> None:
        """Remove the seeks of all connections; if that fails, they disappear soon after this process."""
        await asyncio.gather(*self._leaving)
        if self._own or self._left:
            now = self._now()
            try:
                await self._store.write(lambda unit: unit.seeks.leave_all(self._me, now))
            except Exception as error:
                log.warning("seeks not removed", extra={"reason": str(error)})

    async def add(self, seek: Seek, request: str, line: int) -> None:
        """Add a seek that the client requested under that id over that connection.

        Requesting it again only moves it to the new connection. If it was paired while the client was reconnecting, the
        client is notified of the match again.
        """
        if (seek.account, line) in self._left:  # or else a later removal would include the new seek
            await self._remove_left()
        now = self._now()

        def work(unit: Unit) -> Seek | str:
            unit.accounts.hold(seek.account)
            known = unit.seeks.of_account(seek.account, self._me, now)
            if match := _led_to(unit, known, request, (self._me, line)):
                return match
            if sum(row.gone is None and row.request != request for row in known) >= MOST_SEEKS:
                raise Refused("too_many", phrase("host.seek.too_many", count=MOST_SEEKS))
            return unit.seeks.put(seek, request, self._me, line, now)

        self._own.add(seek.id, line)  # from now on, closing the connection removes it
        try:
            added = await self._store.write(work)
        except BaseException:
            self._own.remove(seek.id)
            raise
        if isinstance(added, str):
            self._own.remove(seek.id)
            self.pairer.on_found(added, seek.account)
            return
        if added.id != seek.id:
            self._own.remove(seek.id)
            self._own.add(added.id, line)
        self.pairer.note_added(added)
        self._bus.publish(TOPIC, ADDED)

    async def remove(self, account: str, line: int) -> None:
        """Remove the seeks of a connection; from now on, this process pairs nobody with them.

        If the database does not answer, calling it again tries again, and a later round does, too.
        """
        if self._forget(line):
            self._left.add((account, line))
        if (account, line) in self._left:
            await self._remove_left()

    def leave(self, account: str, line: int) -> None:
        """Remove the seeks of a closed connection."""
        if self._forget(line):
            self._left.add((account, line))
            task = asyncio.create_task(self._try_to_remove_left())
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    def _forget(self, line: int) -> bool:
        """Forget the seeks of a connection; returns whether it may have any."""
        knows = self._own.knows(line)
        for id in self._own.remove_line(line):
            self.pairer.note_removed(id)
        return knows

    async def _try_to_remove_left(self) -> None:
        try:
            await self._remove_left()
        except Exception as error:
            self.pairer.try_again(error)  # a later round will remove them

    async def _remove_left(self) -> None:
        """Remove the seeks of connections that were closed or want no opponent any more."""
        async with self._removing:
            if left := frozenset(self._left):
                now = self._now()
                await self._store.write(lambda unit: _leave(unit, left, self._me, now))
                self._left -= left

    async def take(self, listed: str, seek: Seek, request: str) -> None:
        """Pair a player with the seek they chose from the list, however far apart the two ratings are.

        Calling it again with the same request changes nothing.
        """
        match = derived_id(listed, seek.account, request)
        found = await self._takeable(listed, match, seek.account)
        if found is None:
            return
        sought, other = found
        if sought.account == seek.account:
            raise Refused("own_match", phrase("play.refused.own_match"))
        if wanted(sought) != wanted(seek):
            raise Refused("invalid", phrase("host.seek.other_settings", name=other.name))
        try:
            await self.pairer.make(match, sought, seek, [listed])
        except SeekGone:  # taken by somebody else, or by the same request a moment ago
            await self._takeable(listed, match, seek.account)

    async def _takeable(self, listed: str, match: str, by: str) -> tuple[Seek, Account] | None:
        """The waiting seek of that id; None if it has led to this match. Raises Refused if it no longer waits."""
        found = await self._store.read(lambda unit: unit.seeks.find(listed, self._me, self._now()))
        if found is None:
            raise Refused("gone", phrase("host.seek.gone_unknown"))
        row, account, waits = found
        if row.match == match:
            self.pairer.on_found(match, by)  # the first answer was lost, and perhaps this news too
            return None
        if not waits:
            raise Refused("gone", phrase("host.seek.gone", name=account.name))
        return row.seek, account


def _leave(unit: Unit, left: frozenset[Line] | set[Line], me: str, now: int) -> None:
    unit.accounts.hold(*(account for account, _ in left))
    for account, line in left:
        unit.seeks.leave(account, me, line, now)


def _led_to(unit: Unit, known: Sequence[SeekRow], request: str, place: tuple[str, int]) -> str:
    """The match of a seek that was paired while its client was reconnecting; empty if there is none.

    Ids may be reused: over the same connection it is a new seek, and so it is once the match is over.
    """
    same = [row for row in known if row.request == request]
    if any(row.gone is None for row in same):
        return ""
    for row in same:
        if row.match and (row.process, row.line) != place and unit.matches.get(row.match).status == "running":
            return row.match
    return ""
