"""Limits that several processes share through Redis, and what remains of them while it is unreachable."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from operator import methodcaller

import httpx
import pytest

from cluster.buses import DEADLINE, Buses, connected_buses, until
from quincunx.host import redis_bus
from quincunx.server import redis_limits
from quincunx.server.rate_limits import Allowance, Backoff
from quincunx.server.redis_limits import RedisLimits
from quincunx.server.request_limits import FREE_TRIES
from servers import DEADLINE as WAIT
from servers import Server, running
from services import Redis

TRIES = Backoff("tries", free=3)
USES = Allowance("uses", 10, 3)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, do not give up on Redis early."""
    monkeypatch.setattr(redis_limits, "PATIENCE", DEADLINE)


class Site:
    """Two processes of one site, with Redis between them."""

    def __init__(self, buses: Buses) -> None:
        self.buses = buses
        self.limits = [RedisLimits(bus) for bus in buses]

    async def taken(self, key: str) -> list[bool]:
        """Whether each of six alternating uses is allowed."""
        return [await self.limits[number % 2].take(USES, key) for number in range(6)]


@asynccontextmanager
async def site(redis: Redis) -> AsyncIterator[Site]:
    async with connected_buses(redis) as buses:
        yield Site(buses)


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


def test_all_counts_expire(redis: Redis) -> None:
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
def test_without_redis_each_process_has_its_own_limits(
    redis: Redis, stop: Callable[[Redis], None], go_on: Callable[[Redis], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first use on, whether or not the loss has been noticed, and jointly again afterwards."""
    monkeypatch.setattr(redis_bus, "PING_EVERY", 0.5)
    monkeypatch.setattr(redis_bus, "PATIENCE", 2.0)
    monkeypatch.setattr(redis_limits, "PATIENCE", 0.2)

    async def story() -> None:
        async with site(redis) as made:
            stop(redis)
            try:
                assert await made.taken("ann") == [True] * 6
                assert await made.taken("ann") == [False] * 6
                await until(made.buses, connected=False)
                assert await made.taken("bob") == [True] * 6
                assert await made.limits[0].attempt((TRIES, "cid")) == 0
                await made.limits[0].succeeded((TRIES, "cid"))
            finally:
                go_on(redis)
            monkeypatch.setattr(redis_limits, "PATIENCE", DEADLINE)
            await until(made.buses, connected=True)
            assert await made.taken("dan") == [True, True, True, False, False, False]

    asyncio.run(story())


def guess(servers: Sequence[Server], name: str) -> list[int]:
    """The statuses of logins with wrong passwords, alternating between the servers."""
    asked = {"name": name, "password": "wrong guess"}
    return [httpx.post(f"{servers[n % 2].url}/api/login", json=asked, timeout=WAIT).status_code for n in range(14)]


def test_two_servers_share_their_limits_and_keep_some_without_redis(
    new_postgresql: Callable[[], str], redis: Redis
) -> None:
    settings = {"bus": redis.url, "accounts_per_hour": 4}
    database = new_postgresql()
    with running(database, **settings) as first, running(database, **settings) as second:
        servers = first, second
        for server, name in zip(servers, ("Ann", "Bob"), strict=True):
            server.wait_for_log("bus connected")
            server.member(name).close()
        made = [httpx.post(f"{servers[n % 2].url}/api/guest", timeout=WAIT).status_code for n in range(6)]
        assert made == [201, 201, 429, 429, 429, 429]
        assert FREE_TRIES <= guess(servers, "Ann").count(401) < 2 * FREE_TRIES
        redis.kill()
        try:
            right = {"name": "Bob", "password": "correct horse"}
            assert [
                httpx.post(f"{server.url}/api/login", json=right, timeout=WAIT).status_code for server in servers
            ] == [200, 200]
            assert 429 in guess(servers, "Bob")
        finally:
            redis.start()
