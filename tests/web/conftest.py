"""A server for the tests that need not have one of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

import quincunx
from servers import Server, running

_NUMBERS = count(1)

if not quincunx.compiled:  # that it can serve is seen in one test; the rest is run once, with the compiled build
    collect_ignore = [path.name for path in Path(__file__).parent.glob("test_*.py") if path.name != "test_smoke.py"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a SQLite file, shared by the tests of a process: each makes accounts of its own."""
    folder = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{folder / 'test.db'}", site=folder / "none") as server:  # whether or not one is built
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture
def name() -> str:
    """A name that nobody has."""
    return f"Player{next(_NUMBERS)}"


@pytest.fixture
def other_name() -> str:
    """Another name that nobody has."""
    return f"Player{next(_NUMBERS)}"


@pytest.fixture
def own_database(tmp_path: Path) -> str:
    """A database for a server of the test's own."""
    return f"sqlite:///{tmp_path / 'own.db'}"
