"""Limits that several processes share through Redis, and what remains of them while it is away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from operator import methodcaller

import pytest

from quincunx.host import redis_bus
from quincunx.host.redis_bus import RedisBus
from quincunx.server.rate_limits import Allowance, Backoff
from quincunx.server.redis_limits import RedisLimits
from services import Redis

DEADLINE = 30

TRIES = Backoff("tries", free=3)
USES = Allowance("uses", 10, 3)


class Site:
    """Two processes of one site, with Redis between them."""

    def __init__(self, redis: Redis) -> None:
        self.buses = RedisBus(redis.url), RedisBus(redis.url)
        self.limits = [RedisLimits(bus) for bus in self.buses]
        self._changed = asyncio.Event()
        for bus in self.buses:
            bus.on_connected.append(lambda connected: self._changed.set())

    async def until(self, connected: bool) -> None:
        """Wait until both have noticed that Redis is there, or is not."""
        async with asyncio.timeout(DEADLINE):
            while any(bus.is_connected != connected for bus in self.buses):
                self._changed.clear()
                await self._changed.wait()

    async def taken(self, key: str) -> list[bool]:
        """Whether each of six uses by turns is allowed."""
        return [await self.limits[number % 2].take(USES, key) for number in range(6)]


@asynccontextmanager
async def site(redis: Redis) -> AsyncIterator[Site]:
    made = Site(redis)
    await made.buses[0].client.flushall()
    for bus in made.buses:
        await bus.start()
    try:
        await made.until(connected=True)
        yield made
    finally:
        for bus in made.buses:
            await bus.stop()


def test_two_processes_share_what_is_left(redis: Redis) -> None:
    async def story() -> None:
        async with site(redis) as made:
            assert await made.taken("ann") == [True, True, True, False, False, False]
            at_once = await asyncio.gather(*(made.limits[number % 2].take(USES, "bob") for number in range(20)))
            assert sum(at_once) == USES.burst

    asyncio.run(story())


def test_two_processes_share_the_failures(redis: Redis) -> None:
    async def story() -> None:
        async with site(redis) as made:
            first, second = (RedisLimits(bus, lambda: 1_700_000_000_000) for bus in made.buses)
            waits = [await limits.attempt((TRIES, "ann")) for limits in (first, second, first, second, first)]
            assert waits == [0, 0, 0, 1000, 1000]
            await second.succeeded((TRIES, "ann"))
            assert await first.attempt((TRIES, "ann")) == 0

    asyncio.run(story())


def test_whatever_is_counted_expires(redis: Redis) -> None:
    async def story() -> None:
        async with site(redis) as made:
            await made.limits[0].attempt((TRIES, "ann"))
            await made.limits[0].take(USES, "ann")
            client = made.buses[0].client
            keys = await client.keys()
            assert len(keys) == 3
            for key in keys:
                assert await client.ttl(key) > 0, key
                assert b"ann" not in key

    asyncio.run(story())


@pytest.mark.parametrize(
    ("stop", "go_on"),
    [(methodcaller("kill"), methodcaller("start")), (methodcaller("freeze"), methodcaller("thaw"))],
    ids=["killed", "frozen"],
)
def test_without_redis_each_process_limits_by_itself(
    redis: Redis, stop: Callable[[Redis], None], go_on: Callable[[Redis], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first use on, whether or not the loss has been noticed; and together again afterwards."""
    monkeypatch.setattr(redis_bus, "PING_EVERY", 0.2)
    monkeypatch.setattr(redis_bus, "PATIENCE", 0.5)

    async def story() -> None:
        async with site(redis) as made:
            stop(redis)
            try:
                assert await made.taken("ann") == [True] * 6
                assert await made.taken("ann") == [False] * 6
                await made.until(connected=False)
                assert await made.taken("bob") == [True] * 6
                assert await made.limits[0].attempt((TRIES, "cid")) == 0
                await made.limits[0].succeeded((TRIES, "cid"))
            finally:
                go_on(redis)
            await made.until(connected=True)
            assert await made.taken("dan") == [True, True, True, False, False, False]

    asyncio.run(story())
