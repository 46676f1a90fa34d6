"""Turns of accounts that several processes share through Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cluster.buses import DEADLINE, Buses, connected_buses, until
from quincunx.host import redis_turns
from quincunx.host.redis_turns import RedisTurns
from services import Redis


@asynccontextmanager
async def processes(redis: Redis) -> AsyncIterator[tuple[RedisTurns, RedisTurns, Buses]]:
    """The turns of two processes of one site."""
    async with connected_buses(redis) as buses, asyncio.timeout(DEADLINE):
        yield RedisTurns(buses[0], "hint"), RedisTurns(buses[1], "hint"), buses


def test_an_account_waits_for_its_turn_in_another_process(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for longer than the lock in Redis lasts; other accounts do not wait."""
    monkeypatch.setattr(redis_turns, "LASTS", 0.6)
    monkeypatch.setattr(redis_turns, "RENEWED_EVERY", 0.1)
    done = list[str]()

    async def take(turns: RedisTurns, account: str) -> None:
        async with turns.turn(account):
            done.append(account)

    async def story() -> None:
        async with processes(redis) as (one, other, buses):
            async with one.turn("ann"):
                waiting = [asyncio.create_task(take(turns, "ann")) for turns in (other, one)]
                began = await buses[0].client.time()
                while True:
                    await take(other, "bob")
                    now = await buses[0].client.time()
                    if now[0] - began[0] >= 2:
                        break
                assert set(done) == {"bob"}
            await asyncio.gather(*waiting)
            assert done[-2:] == ["ann", "ann"]
            assert await buses[0].client.keys() == []

    asyncio.run(story())


def test_nobody_waits_for_a_process_that_has_died(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not renew its lock."""
    monkeypatch.setattr(redis_turns, "LASTS", 0.5)
    monkeypatch.setattr(redis_turns, "RENEWED_EVERY", 3600)

    async def story() -> None:
        async with processes(redis) as (one, other, _), one.turn("ann"), other.turn("ann"):
            pass

    asyncio.run(story())


def test_without_redis_each_process_has_its_own_turns(redis: Redis) -> None:
    async def story() -> None:
        async with processes(redis) as (one, other, buses):
            async with one.turn("ann"):
                redis.kill()
                try:
                    async with other.turn("ann"):  # whether or not the loss has been noticed
                        pass
                    await until(buses, connected=False)
                    async with other.turn("ann"):
                        pass
                finally:
                    redis.start()
            await until(buses, connected=True)
            async with one.turn("ann"), other.turn("bob"):
                pass

    asyncio.run(story())
