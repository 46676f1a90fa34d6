"""A bounded queue in front of a few threads that is fair to every party: the parties take turns, one task each.

A party is an account, or an address if there is no account. When the queue is full, the party with the most tasks in it
makes room for parties with fewer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")

Waiter = asyncio.Future[None]


class Crowded(Exception):
    """Too many tasks are waiting."""


class Lane:
    """The waiting tasks by party, in the order of their turns."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0
        self._parties: OrderedDict[str, deque[Waiter]] = OrderedDict()

    def __len__(self) -> int:
        return self._count

    def add(self, party: str, waiter: Waiter) -> None:
        """Add a waiter; raises Crowded if there is no room and no other party has more waiting."""
        if self._count >= self._most:
            self._make_room(party)
        self._parties.setdefault(party, deque()).append(waiter)
        self._count += 1

    def next(self) -> Waiter:
        """Take the first waiter of the party whose turn it is; then that party goes to the end of the line."""
        party, waiters = self._parties.popitem(last=False)
        waiter = waiters.popleft()
        if waiters:
            self._parties[party] = waiters
        self._count -= 1
        return waiter

    def remove(self, party: str, waiter: Waiter) -> None:
        """Remove a waiter that has given up."""
        waiters = self._parties.get(party, deque())
        if waiter in waiters:
            waiters.remove(waiter)
            self._count -= 1
            if not waiters:
                del self._parties[party]

    def _make_room(self, party: str) -> None:
        largest = max(self._parties, key=lambda known: len(self._parties[known]))
        if len(self._parties[largest]) <= len(self._parties.get(party, ())) + 1:
            raise Crowded
        waiter = self._parties[largest].pop()
        self._count -= 1
        if not waiter.done():
            waiter.set_exception(Crowded())


class FairQueue:
    """Runs a limited number of tasks at once, with a limited number waiting."""

    def __init__(self, name: str, at_once: int, most_waiting: int) -> None:
        self._threads = ThreadPoolExecutor(at_once, name)
        self._free = at_once
        self._ahead, self._others = Lane(most_waiting), Lane(most_waiting)
        self._passed = 0

    def __len__(self) -> int:
        """The number of waiting tasks."""
        return len(self._ahead) + len(self._others)

    async def run(self, party: str, work: Callable[[], T], *, ahead: bool = False) -> T:
        """Do the work in a thread when it is the party's turn; raises Crowded if too many are waiting."""
        async with self.turn(party, ahead=ahead):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    @asynccontextmanager
    async def turn(self, party: str, *, ahead: bool = False) -> AsyncIterator[None]:
        """Wait for the party's turn, and keep it until the end of the block.

        Tasks with `ahead` come before all others, except at every fourth turn, so that the others always progress.
        """
        if self._free and not len(self):
            self._free -= 1
        else:
            await self._wait(party, self._ahead if ahead else self._others)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, party: str, lane: Lane) -> None:
        waiter: Waiter = asyncio.get_running_loop().create_future()
        lane.add(party, waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.cancelled():
                lane.remove(party, waiter)
            elif waiter.exception() is None:
                self._pass_on()  # its turn came at the same moment
            raise

    def _pass_on(self) -> None:
        """Give the turn to the next waiter."""
        self._passed += 1
        for lane in (self._ahead, self._others) if self._passed % 4 else (self._others, self._ahead):
            while len(lane):
                waiter = lane.next()
                if not waiter.done():
                    waiter.set_result(None)
                    return
        self._free += 1

    def stop(self) -> None:
        """Cancel the tasks that have not begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)
