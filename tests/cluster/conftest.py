"""Redis for the tests of several processes; each of them brings its own servers and database."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from redis_server import RedisServer


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """A Redis of its own, for tests that stop it."""
    if not shutil.which("redis-server"):
        pytest.skip("no Redis on this machine (Debian: redis-server)")
    server = RedisServer()
    yield server
    server.kill()
