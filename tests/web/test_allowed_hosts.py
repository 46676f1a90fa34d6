"""A server on a loopback address answers only to its own names: a page elsewhere cannot reach it under its name."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from quincunx.server.allowed_hosts import Hosts
from quincunx.server.config import Config
from servers import DEADLINE, Server, running

OWN = ["localhost:PORT", "LOCALHOST:PORT", "127.0.0.1:PORT", "127.9.9.9:PORT", "[::1]:PORT", "127.0.0.1:1", "localhost"]
NAMED = ["games.example", "Games.Example", "lan.example:9000"]
FOREIGN = [
    "evil.example:PORT",
    "evil.example",
    "localhost.evil.example:PORT",
    "127.0.0.1.evil.example:PORT",
    "localhost:PORT.evil.example",
    "evil.example@localhost:PORT",
    "games.example:81",
    "",
    "[::1",
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('hosts') / 'test.db'}"
    with running(database, public_url="http://games.example", hosts="lan.example:9000") as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


@pytest.mark.parametrize("path", ["/", "/api/session", "/health", "/metrics"])
@pytest.mark.parametrize(
    ("hosts", "accepted"), [(OWN, True), (NAMED, True), (FOREIGN, False)], ids=["own", "named", "foreign"]
)
def test_only_own_names_are_answered(house: Server, path: str, hosts: list[str], accepted: bool) -> None:
    with house.client() as client:
        for host in (host.replace("PORT", str(house.port)) for host in hosts):
            status = client.get(path, headers={"host": host}).status_code
            assert (status != 421) == accepted, host


def test_a_page_that_has_its_own_name_lead_here_gets_nothing(house: Server) -> None:
    """Its requests carry its own name, as both host and origin."""
    evil = f"evil.example:{house.port}"
    with house.client() as client:
        refused = client.post("/api/guest", headers={"host": evil, "origin": f"http://{evil}"})
    assert (refused.status_code, refused.json()["error"]) == (421, "wrong_host")
    assert "set-cookie" not in refused.headers
    with (
        pytest.raises(InvalidStatus) as told,
        connect(f"ws://{evil}/live", address=("127.0.0.1", house.port), open_timeout=DEADLINE),
    ):
        pass
    assert told.value.response.status_code == 421


def test_a_line_to_its_own_name_is_open(house: Server) -> None:
    with connect(f"ws://localhost:{house.port}/live", open_timeout=DEADLINE) as socket:
        assert '"welcome"' in str(socket.recv(DEADLINE))


def test_the_window_has_no_other_name(own_database: str) -> None:
    """Like the desktop's server: on this machine, without a configured name."""
    with running(own_database) as server, httpx.Client(base_url=server.url) as client:
        assert client.get("/api/session", headers={"host": f"evil.example:{server.port}"}).status_code == 421
        assert client.get("/api/session", headers={"host": f"localhost:{server.port}"}).status_code == 200


def scope(host: str) -> dict[str, object]:
    return {"scheme": "http", "server": ("10.0.0.1", 8000), "headers": [(b"host", host.encode())]}


def test_on_the_network_a_server_answers_to_any_name_unless_it_is_told_which() -> None:
    anything, told = Hosts(Config(host="0.0.0.0")), Hosts(Config(host="0.0.0.0", hosts=["games.example"]))
    assert anything.accepts(scope("whatever.example"))  # type: ignore[arg-type]
    assert told.accepts(scope("games.example"))  # type: ignore[arg-type]
    assert not told.accepts(scope("whatever.example"))  # type: ignore[arg-type]
