"""Two processes' connections to one Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from quincunx.host.redis_bus import RedisBus
from services import Redis

DEADLINE = 30

Buses = tuple[RedisBus, RedisBus]


@asynccontextmanager
async def connected_buses(redis: Redis) -> AsyncIterator[Buses]:
    """Two buses on an empty Redis; both are connected."""
    buses = RedisBus(redis.url), RedisBus(redis.url)
    await buses[0].client.flushall()
    for bus in buses:
        await bus.start()
    try:
        await until(buses, connected=True)
        yield buses
    finally:
        for bus in buses:
            await bus.stop()


async def until(buses: Buses, connected: bool) -> None:
    """Wait until both have noticed that Redis is reachable, or is not."""
    changed = asyncio.Event()
    for bus in buses:
        bus.on_connected.append(lambda now: changed.set())
    async with asyncio.timeout(DEADLINE):
        while any(bus.is_connected != connected for bus in buses):
            changed.clear()
            await changed.wait()
