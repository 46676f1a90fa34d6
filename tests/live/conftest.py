"""A server for the live tests, shared by those that need not have one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import quincunx
from servers import Server, running

if not quincunx.compiled:
    collect_ignore_glob = ["test_restarts.py", "test_fuzz.py"]  # once is enough: the compiled build's run has them

LIVELY = {"bot_seconds": 0.2, "messages_a_second": 100_000}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a SQLite file; each test makes accounts of its own."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('live') / 'test.db'}", **LIVELY) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]
