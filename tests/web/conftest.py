"""A server for the tests that do not need a separate one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from servers import Server, running

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a SQLite file, shared by the tests of a process: each creates its own accounts."""
    folder = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{folder / 'test.db'}", site=folder / "none") as server:  # even if a client is built
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture
def name() -> str:
    """An unused name."""
    return f"Player{next(_NUMBERS)}"


@pytest.fixture
def other_name() -> str:
    """Another unused name."""
    return f"Player{next(_NUMBERS)}"


@pytest.fixture
def own_database(tmp_path: Path) -> str:
    """A separate database for a server."""
    return f"sqlite:///{tmp_path / 'own.db'}"
