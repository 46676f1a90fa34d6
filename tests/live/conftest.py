"""Servers for the live tests, shared by those that do not need a separate one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from live.job_setup import run_story  # noqa: F401, a fixture
from servers import Server, running

LIVELY = {"bot_seconds": 0.2, "messages_a_second": 100_000}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a SQLite file, for tests that do not depend on the database; each test creates its accounts."""
    with _lively(f"sqlite:///{tmp_path_factory.mktemp('live') / 'test.db'}") as server:
        yield server


@pytest.fixture(scope="session")
def on_postgresql(new_postgresql: Callable[[], str]) -> Iterator[Server]:
    """The same on PostgreSQL."""
    with _lively(new_postgresql()) as server:
        yield server


@pytest.fixture(params=["server", "on_postgresql"], ids=["sqlite", "postgresql"])
def on_either(request: pytest.FixtureRequest) -> Server:
    """Both databases in turn, for tests in which the database matters: races, counts, ratings, restored matches."""
    server: Server = request.getfixturevalue(request.param)
    return server


@contextmanager
def _lively(database: str) -> Iterator[Server]:
    with running(database, **LIVELY) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]
