"""A server for the Python client's tests, and a separate home folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from servers import Server, running

LIVELY = {"bot_seconds": 0.2, "messages_a_second": 100_000}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is never killed; each test creates its own accounts."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('remote') / 'test.db'}", **LIVELY) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that tests may kill."""
    with running(f"sqlite:///{tmp_path / 'mortal.db'}", **LIVELY) as server:
        yield server


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
