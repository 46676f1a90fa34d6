"""A bounded queue in front of a few threads, fair by party: nobody waits behind all that another has asked for.

A party is an account, or an address where nobody is known. Each in turn has one piece of work done. When the queue is
full, whoever has the most in it makes room for whoever has less.
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
    """More wait than could be served soon."""


class Lane:
    """Who waits, by party, in the order of whose turn is next."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0
        self._parties: OrderedDict[str, deque[Waiter]] = OrderedDict()

    def __len__(self) -> int:
        return self._count

    def add(self, party: str, waiter: Waiter) -> None:
        """Wait; Crowded where there is no room and nobody has more waiting."""
        if self._count >= self._most:
            self._make_room(party)
        self._parties.setdefault(party, deque()).append(waiter)
        self._count += 1

    def next(self) -> Waiter:
        """The first of the party whose turn it is; its others wait until all other parties have had theirs."""
        party, waiters = self._parties.popitem(last=False)
        waiter = waiters.popleft()
        if waiters:
            self._parties[party] = waiters
        self._count -= 1
        return waiter

    def remove(self, party: str, waiter: Waiter) -> None:
        """Somebody has given up."""
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
    """So many pieces of work at once, and so many that wait."""

    def __init__(self, name: str, at_once: int, most_waiting: int) -> None:
        self._threads = ThreadPoolExecutor(at_once, name)
        self._free = at_once
        self._ahead, self._others = Lane(most_waiting), Lane(most_waiting)
        self._passed = 0

    def __len__(self) -> int:
        """How many wait."""
        return len(self._ahead) + len(self._others)

    async def run(self, party: str, work: Callable[[], T], *, ahead: bool = False) -> T:
        """Do the work in a thread when it is the party's turn; Crowded where too many wait."""
        async with self.turn(party, ahead=ahead):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    @asynccontextmanager
    async def turn(self, party: str, *, ahead: bool = False) -> AsyncIterator[None]:
        """Wait for the party's turn, and have it until the end of the block.

        Those `ahead` come before all others, but for every fourth turn: however many they are, the others get on.
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
                self._pass_on()  # it was his turn at that very moment
            raise

    def _pass_on(self) -> None:
        """The turn goes to the next who still waits."""
        self._passed += 1
        for lane in (self._ahead, self._others) if self._passed % 4 else (self._others, self._ahead):
            while len(lane):
                waiter = lane.next()
                if not waiter.done():
                    waiter.set_result(None)
                    return
        self._free += 1

    def stop(self) -> None:
        """Do what has begun, and nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
