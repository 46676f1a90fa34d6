"""Two servers that share a PostgreSQL database and a Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from servers import Server, running
from services import Redis

SETTINGS = {"bot_seconds": 0.2, "messages_a_second": 100_000}


class Pair(NamedTuple):
    """Two servers of one site."""

    one: Server
    other: Server
    redis: Redis


@pytest.fixture(scope="module")
def servers(new_postgresql: Callable[[], str], shared_redis: Redis) -> Iterator[Pair]:
    """The two servers, shared by the tests of a module."""
    redis, database = shared_redis, new_postgresql()
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(running(database, bus=redis.url, **SETTINGS))  # type: ignore[arg-type]
            for _ in range(2)
        )
        yield Pair(one, other, redis)


@pytest.fixture
def pair(servers: Pair) -> Iterator[Pair]:
    """The two servers and their Redis; all of them run again after the test."""
    yield servers
    servers.redis.thaw()
    if not servers.redis.is_running():
        servers.redis.start()
    for server in (servers.one, servers.other):
        server.thaw()
