"""A server for the live tests, shared by those that need not have one of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import quincunx
from servers import Server, running

LIVELY = {"bot_seconds": 0.2, "messages_a_second": 100_000}

if not quincunx.compiled:  # of what is asked here, only the scenes are what compiled modules say
    collect_ignore = [path.name for path in Path(__file__).parent.glob("test_*.py") if path.name != "test_scenes.py"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a SQLite file, for whatever is settled before a database is asked; each test makes its accounts."""
    with _lively(f"sqlite:///{tmp_path_factory.mktemp('live') / 'test.db'}") as server:
        yield server


@pytest.fixture(scope="session")
def on_postgresql(new_postgresql: Callable[[], str]) -> Iterator[Server]:
    """The same on PostgreSQL."""
    with _lively(new_postgresql()) as server:
        yield server


@pytest.fixture(params=["server", "on_postgresql"], ids=["sqlite", "postgresql"])
def on_either(request: pytest.FixtureRequest) -> Server:
    """Both in turn, where the database has a part: what races, is counted or rated, comes back from its matches."""
    server: Server = request.getfixturevalue(request.param)
    return server


@contextmanager
def _lively(database: str) -> Iterator[Server]:
    with running(database, **LIVELY) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]
