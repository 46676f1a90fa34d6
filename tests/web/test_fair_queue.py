"""The queue in front of slow work: fair to each party, bounded, and nobody is forgotten in it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from quincunx.server.fair_queue import Crowded, FairQueue

MOST = 6


class Stage:
    """A queue with one slot, which is occupied until the test releases it."""

    def __init__(self) -> None:
        self.queue = FairQueue("test", 1, MOST)
        self.served: list[str] = []
        self.leave = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        inside = asyncio.Event()

        async def first() -> None:
            async with self.queue.turn("first"):
                inside.set()
                await self.leave.wait()

        self._tasks.append(asyncio.create_task(first()))
        await inside.wait()

    async def asks(self, party: str, *, ahead: bool = False) -> asyncio.Task[None]:
        async def ask() -> None:
            try:
                await self.queue.run(party, lambda: self.served.append(party), ahead=ahead)
            except Crowded:
                self.served.append(f"not {party}")

        task = asyncio.create_task(ask())
        self._tasks.append(task)
        await asyncio.sleep(0)
        return task

    async def close(self) -> list[str]:
        self.leave.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        assert len(self.queue) == 0
        await self.queue.run("last", lambda: self.served.append("last"))  # the slot is free again
        return self.served


def played(story: Callable[[Stage], Awaitable[None]]) -> list[str]:
    async def run() -> list[str]:
        stage = Stage()
        await stage.open()
        await story(stage)
        return await stage.close()

    return asyncio.run(run())


def test_parties_take_turns_however_much_one_asks_for() -> None:
    async def story(stage: Stage) -> None:
        for party in ("a", "a", "a", "b", "b", "c"):
            await stage.asks(party)

    assert played(story) == ["a", "b", "c", "a", "b", "a", "last"]


def test_where_it_is_full_the_one_with_the_most_makes_room() -> None:
    async def story(stage: Stage) -> None:
        for _ in range(MOST):
            await stage.asks("a")
        await stage.asks("b")
        await stage.asks("a")  # a has the most waiting already
        assert len(stage.queue) == MOST

    assert played(story) == ["not a", "not a", "a", "b", "a", "a", "a", "a", "last"]


def test_where_it_is_full_of_others_as_modest_the_next_is_told_so() -> None:
    async def story(stage: Stage) -> None:
        for number in range(MOST):
            await stage.asks(str(number))
        await stage.asks("b")

    assert played(story) == ["not b", "0", "1", "2", "3", "4", "5", "last"]


def test_those_ahead_come_first_and_find_room() -> None:
    async def story(stage: Stage) -> None:
        for number in range(MOST):
            await stage.asks(str(number))
        await stage.asks("known", ahead=True)

    assert played(story) == ["known", "0", "1", "2", "3", "4", "5", "last"]


def test_however_many_are_ahead_the_others_get_on() -> None:
    async def story(stage: Stage) -> None:
        await stage.asks("stranger")
        for _ in range(MOST):
            await stage.asks("known", ahead=True)

    served = played(story)
    assert served.index("stranger") <= 4
    assert served.count("known") == MOST


def test_who_gives_up_takes_no_turn() -> None:
    async def story(stage: Stage) -> None:
        gone = await stage.asks("a")
        await stage.asks("b")
        gone.cancel()
        await asyncio.sleep(0)
        assert len(stage.queue) == 1

    assert played(story) == ["b", "last"]


def test_who_gives_up_as_the_turn_comes_passes_it_on() -> None:
    async def story(stage: Stage) -> None:
        gone = await stage.asks("a")
        await stage.asks("b")
        stage.leave.set()
        await asyncio.sleep(0)  # the first has left; it is a's turn, but a has not noticed yet
        gone.cancel()

    assert played(story) == ["b", "last"]


def test_what_goes_wrong_is_told_and_frees_the_place() -> None:
    def fails() -> None:
        raise ZeroDivisionError

    async def run() -> str:
        queue = FairQueue("test", 1, MOST)
        with pytest.raises(ZeroDivisionError):
            await queue.run("a", fails)
        return await queue.run("a", lambda: "well")

    assert asyncio.run(run()) == "well"
