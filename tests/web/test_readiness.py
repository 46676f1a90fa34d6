"""Liveness and readiness: an orchestrator restarts what is not alive, and routes no requests to what is not ready."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from live.players import stranger
from live.test_failures import full_disk
from quincunx.clients.remote.client import Client
from quincunx.clients.remote.errors import RemoteError, Unreachable
from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.identity import now
from quincunx.server.live.application import LiveApplication
from quincunx.server.readiness import Readiness
from quincunx.store.upgrade import upgrade
from servers import DEADLINE, Server, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may log errors."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('ready') / 'test.db'}") as server:
        yield server


def until(holds: Callable[[], object]) -> None:
    """Poll until the condition holds."""

    async def wait() -> None:
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(wait(), DEADLINE))


def ready(server: Server) -> httpx.Response:
    return httpx.get(f"{server.url}/ready", timeout=DEADLINE)


@contextmanager
def outage(server: Server) -> Iterator[None]:
    """Make sessions unreadable."""
    path = Path(server.database.removeprefix("sqlite:///"))
    with sqlite3.connect(path, timeout=DEADLINE, isolation_level=None) as database:
        database.execute("ALTER TABLE sessions RENAME TO away")
        try:
            yield
        finally:
            database.execute("ALTER TABLE away RENAME TO sessions")
    database.close()


def test_a_server_that_can_work_is_ready(house: Server) -> None:
    until(lambda: ready(house).status_code == 200)
    assert ready(house).json() == {"status": "ready"}
    assert httpx.get(f"{house.url}/health").json() == {"status": "well"}


def test_on_a_full_disk_it_is_alive_and_not_ready_until_there_is_room(house: Server) -> None:
    with full_disk(house):
        until(lambda: ready(house).status_code == 503)
        told = ready(house)
        assert (told.json()["error"], told.json()["message"]) == ("not_ready", "The database cannot be written to.")
        assert int(told.headers["retry-after"]) >= 1
        assert httpx.get(f"{house.url}/health").status_code == 200
    until(lambda: ready(house).status_code == 200)
    lines = [line["faults"] for line in house.log if line["what"] == "readiness"]
    assert lines == [["The database cannot be written to."], []]  # logged once, however often it is requested


def test_a_server_that_stops_or_does_not_do_what_is_due_is_not_ready(own_database: str) -> None:
    upgrade(own_database)

    async def story() -> None:
        app = create_app(Config(database=own_database))
        async with app.lifespan():
            live: LiveApplication = app.state.live
            assert await Readiness(live.store, live, now).faults() == []
            live.host._tasks[0].cancel()
            await asyncio.wait(live.host._tasks[:1])
            assert await Readiness(live.store, live, now).faults() == ["Clocks and bots are not running."]
            live.stopping = True
            assert "The server is stopping." in await Readiness(live.store, live, now).faults()

    asyncio.run(story())


def refused(server: Server, **headers: str) -> tuple[int, str]:
    """The status and the code with which a handshake is refused."""
    url = server.url.replace("http", "ws") + "/live"
    with pytest.raises(InvalidStatus) as told, connect(url, additional_headers=headers, open_timeout=DEADLINE):
        pass
    response = told.value.response
    return response.status_code, json.loads(response.body)["error"]


def test_a_handshake_during_an_outage_is_answered_503_and_not_403(house: Server) -> None:
    guest = house.guest()
    cookie = f"quincunx={guest.cookies['quincunx']}"
    with outage(house):
        assert refused(house, Cookie=cookie) == (503, "busy")
        with pytest.raises(Unreachable, match="try again"), Client(house.url, session=cookie) as client:
            assert client.account  # it tries again, since it was connected before
    errors = [line for line in house.log if line["what"] == "failed"]
    assert errors
    assert "no such table" in errors[0]["error"]
    assert not [line for line in house.log if line["logger"].startswith("uvicorn") and line["level"] == "error"]

    async def again() -> None:
        line = await stranger(house).come(Cookie=cookie)
        assert line.account
        await line.go()

    asyncio.run(again())


def test_other_refusals_of_a_handshake_say_which_they_are(house: Server) -> None:
    assert refused(house, Authorization="Bearer qx_wrong") == (401, "not_logged_in")
    assert refused(house, Origin="https://evil.example") == (403, "forbidden")
    with pytest.raises(RemoteError, match="401"), Client(house.url, token="qx_wrong") as client:
        assert client.account
