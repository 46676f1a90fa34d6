"""The bots' time used by accounts, as known to the processes of a site together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cluster.buses import DEADLINE, connected_buses
from quincunx.host import redis_shares
from quincunx.host.fair_shares import FairShares
from quincunx.host.redis_shares import LASTS, NETWORK, USED, RedisShares
from services import Redis


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, do not give up on Redis."""
    monkeypatch.setattr(redis_shares, "PATIENCE", DEADLINE)


@asynccontextmanager
async def processes(redis: Redis) -> AsyncIterator[tuple[RedisShares, RedisShares]]:
    """The shares of a server and of a worker."""
    async with connected_buses(redis) as buses:
        yield RedisShares(buses[0]), RedisShares(buses[1])


async def used(shares: FairShares, *accounts: str) -> list[tuple[int, int]]:
    """The whole seconds of the guest's network and of the account."""
    found = await shares.read(accounts)
    return [(round(found[account][0]), round(found[account][1])) for account in accounts]


def test_usage_in_one_process_counts_in_the_other(redis: Redis) -> None:
    async def story() -> None:
        async with processes(redis) as (server, worker):
            server.charge("ann", 8.0)
            worker.charge("ann", 4.0)
            worker.charge("bob", 2.0)
            assert await used(server, "ann") == [(12, 12)]
            await used(worker)
            assert await used(server, "ann", "bob", "cid", "ann") == [(12, 12), (2, 2), (0, 0), (12, 12)]
            worker.charge("ann", -20.0)
            assert await used(worker, "ann", "bob") == [(0, 0), (2, 2)]

    asyncio.run(story())


def test_a_worker_knows_which_guests_come_from_one_network(redis: Redis) -> None:
    async def story() -> None:
        async with processes(redis) as (server, worker):
            for guest, network in (("g1", "192.0.2.7"), ("g2", "192.0.2.7"), ("g3", "192.0.2.8")):
                server.note_network(guest, network)
            await used(server)  # sends it
            worker.charge("g1", 4.0)
            assert await used(worker, "g1", "g2", "g3") == [(4, 4), (4, 0), (0, 0)]
            assert "192.0.2.7" not in str(await server.bus.client.get(f"{NETWORK}g1"))

    asyncio.run(story())


def test_shares_expire(redis: Redis) -> None:
    async def story() -> None:
        async with processes(redis) as (server, _):
            server.note_network("g1", "192.0.2.7")
            server.charge("g1", 4.0)
            await used(server)
            client = server.bus.client
            assert sorted(await client.keys()) == sorted([USED.encode(), f"{NETWORK}g1".encode()])
            assert all([0 < await client.ttl(key) <= LASTS for key in await client.keys()])

    asyncio.run(story())


def test_without_redis_each_process_knows_only_its_own_usage(redis: Redis) -> None:
    async def story() -> None:
        async with processes(redis) as (server, worker):
            redis.kill()
            try:
                server.charge("ann", 4.0)
                assert await used(server, "ann") == [(4, 4)]
                assert await used(worker, "ann") == [(0, 0)]
            finally:
                redis.start()

    asyncio.run(story())
