"""The bus: hints between processes, in memory and over a real Redis that is killed and frozen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from quincunx.host import redis_bus
from quincunx.host.bus import Bus, MemoryBus
from quincunx.host.redis_bus import RedisBus
from services import Redis

DEADLINE = 30


class Heard:
    """What a follower receives."""

    def __init__(self, bus: Bus, topic: str) -> None:
        self.hints: list[bytes] = []
        self.missed = 0
        self._changed = asyncio.Event()
        self.stop = bus.follow(topic, self._on_hint, self._on_missed)

    def _on_hint(self, hint: bytes) -> None:
        self.hints.append(hint)
        self._changed.set()

    def _on_missed(self) -> None:
        self.missed += 1
        self._changed.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(DEADLINE):
            while not condition():
                self._changed.clear()
                await self._changed.wait()


def run(story: Coroutine[Any, Any, None]) -> None:
    """Run the story, which must end in time, even if a bus does not stop."""
    asyncio.run(asyncio.wait_for(story, 2 * DEADLINE))


@asynccontextmanager
async def two(redis: Redis) -> AsyncIterator[tuple[RedisBus, RedisBus]]:
    """The buses of two processes."""
    buses = RedisBus(redis.url), RedisBus(redis.url)
    for bus in buses:
        await bus.start()
    try:
        yield buses
    finally:
        for bus in buses:
            await bus.stop()


def test_hints_in_memory_reach_the_others() -> None:
    one = MemoryBus()
    other = one.beside()
    own, others = Heard(one, "pool"), Heard(other, "pool")
    one.publish("pool", b"a")
    one.publish("match", b"b")
    assert (own.hints, others.hints) == ([], [b"a"])
    others.stop()
    one.publish("pool", b"c")
    assert others.hints == [b"a"]


def test_hints_over_redis_reach_the_others(redis: Redis) -> None:
    async def story() -> None:
        async with two(redis) as (one, other):
            own, first, second = Heard(one, "pool"), Heard(other, "pool"), Heard(other, "pool")
            await own.until(lambda: own.missed == 1)
            await second.until(lambda: second.missed == 1 == first.missed)
            one.publish("pool", b"a")
            await first.until(lambda: first.hints == [b"a"] == second.hints)
            assert one.is_connected
            assert own.hints == []
            late = Heard(other, "pool")  # a follower of a topic that is already followed
            await late.until(lambda: late.missed == 1)

    run(story())


def kill(redis: Redis) -> None:
    redis.kill()


def freeze(redis: Redis) -> None:
    redis.freeze()


def start(redis: Redis) -> None:
    redis.start()


def thaw(redis: Redis) -> None:
    redis.thaw()


@pytest.mark.parametrize(("stop", "go_on"), [(kill, start), (freeze, thaw)])
def test_followers_are_notified_that_they_missed_hints(
    redis: Redis,
    stop: Callable[[Redis], None],
    go_on: Callable[[Redis], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Redis that has died or fallen silent is noticed. Waiting hints are sent later, or reported as missed."""
    monkeypatch.setattr(redis_bus, "PING_EVERY", 0.2)
    monkeypatch.setattr(redis_bus, "PATIENCE", 0.5)

    async def story() -> None:
        lost, back = asyncio.Event(), asyncio.Event()
        async with two(redis) as (one, other):
            heard = Heard(other, "match")
            await heard.until(lambda: heard.missed == 1)
            other.on_connected.append(lambda connected: (back if connected else lost).set())
            stop(redis)
            await asyncio.wait_for(lost.wait(), DEADLINE)
            one.publish("match", b"while it was away")
            go_on(redis)
            await asyncio.wait_for(back.wait(), DEADLINE)
            # if only the publisher noticed, neither the subscription nor the hint has been lost
            await heard.until(lambda: heard.missed > 1 or b"while it was away" in heard.hints)
            one.publish("match", b"afterwards")
            await heard.until(lambda: b"afterwards" in heard.hints)

    run(story())
