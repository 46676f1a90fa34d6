"""A server for the live tests, shared by those that need not have one of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import quincunx
from servers import Server, running

LIVELY = {"bot_seconds": 0.2, "messages_a_second": 100_000}

if not quincunx.compiled:  # a small set is enough: the run of the compiled build has all of it
    collect_ignore = [
        f"test_{name}.py"
        for name in (
            "analysis",
            "boards",
            "company",
            "failures",
            "fair_bots",
            "fuzz",
            "gaps",
            "heartbeat",
            "hints",
            "keys",
            "legs",
            "lobby",
            "long_logs",
            "play",
            "presence",
            "races",
            "restarts",
            "reviews",
            "rights",
            "scopes",
            "sweeping",
            "usual_clock",
        )
    ]


@pytest.fixture(scope="session", params=["sqlite", "postgresql"] if quincunx.compiled else ["sqlite"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on either database; each test makes accounts of its own."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('live') / 'test.db'}"
    else:
        make: Callable[[], str] = request.getfixturevalue("new_postgresql")
        url = make()
    with running(url, **LIVELY) as server:
        yield server
        assert server.stop() == 0
        assert not [line for line in server.log if line["level"] == "error"]
