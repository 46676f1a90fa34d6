"""Free boards over HTTP: any position of any game to act in, the reasons, the forecasts, and nothing stored."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from litestar.testing import TestClient

from quincunx.server.app import create_app
from quincunx.server.config import Config
from quincunx.server.memory_limits import MemoryLimits
from quincunx.server.rate_limits import Allowance
from quincunx.server.request_limits import LOOKS, RequestLimits
from quincunx.store.upgrade import upgrade
from servers import Server

PLACE = "/api/positions"
CHESS = {"game": "chess"}


def ask(server: Server, study: dict[str, Any], place: str = PLACE, **more: Any) -> Any:
    answer = server.client().post(place, json={"study": study, **more} if more else study)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_position_is_reached_with_what_can_be_picked(server: Server) -> None:
    found = ask(server, CHESS | {"actions": ["e2-e4", "e7-e5"]})
    assert found["position"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 seen:")
    assert (found["scene"]["position"], found["scene"]["to_move"]) == (2, 0)
    assert [[6, 21], "g1-f3", 0] in found["scene"]["paths"]
    assert found["study"] == {
        **CHESS,
        "options": {"repetition": 3, "quiet": 100},
        "position": "",
        "actions": ["e2-e4", "e7-e5"],
    }


def test_a_text_can_be_where_it_begins(server: Server) -> None:
    found = ask(server, CHESS | {"position": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "actions": ["f7-g7"]})
    assert found["scene"]["outcome"] == {"winner": 0, "reason": "checkmate"}
    assert found["scene"]["paths"] == []


def test_why_and_forecast(server: Server) -> None:
    study = {"game": "battlefield"}
    told = ask(server, study, f"{PLACE}/why", picks=[12, 44])
    assert told["rule"].startswith("B")
    assert told["sentence"]["code"].startswith("battlefield.refused.")
    assert ask(server, study, f"{PLACE}/why", picks=[12]) == {"rule": "", "sentence": ""}
    attack = study | {"actions": ["e2-e4", "d7-d5"]}
    assert ask(server, attack, f"{PLACE}/forecast", action="e4-d5")["forecast"]["changes"]
    assert ask(server, CHESS, f"{PLACE}/forecast", action="e2-e4") == {"forecast": None}


@pytest.mark.parametrize(
    ("study", "status", "code", "rule"),
    [
        ({"game": "nothing"}, 404, "not_found", False),
        (CHESS | {"position": "8 w - - 0 1"}, 400, "invalid", False),
        (CHESS | {"actions": ["e2-e5"]}, 400, "illegal", True),
        (CHESS | {"actions": ["castle"]}, 400, "invalid", False),
        (CHESS | {"actions": ["pass"] * 2001}, 400, "invalid", False),
        (CHESS | {"surprise": 1}, 400, "invalid", False),
    ],
)
def test_what_is_wrong_is_told(server: Server, study: dict[str, Any], status: int, code: str, rule: bool) -> None:
    answer = server.client().post(PLACE, json=study)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert answer.json()["message"]
    assert ("rule" in answer.json()) == rule


def test_a_forecast_of_what_is_not_legal_is_refused(server: Server) -> None:
    answer = server.client().post(f"{PLACE}/forecast", json={"study": CHESS, "action": "e2-e5"})
    assert (answer.status_code, answer.json()["error"]) == (400, "illegal")
    assert answer.json()["rule"].startswith("B")


def test_position_requests_are_limited() -> None:
    async def story() -> None:
        limits = RequestLimits(Config(), MemoryLimits(lambda: 0))
        for _ in range(LOOKS.burst):
            await limits.count_position("somebody")
        with pytest.raises(Exception, match="too many positions"):
            await limits.count_position("somebody")
        await limits.count_position("somebody else")

    asyncio.run(story())


def test_whatever_costs_as_much_is_counted_too(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.server.request_limits.LOOKS", Allowance("positions", 1, 1))
    upgrade(own_database)
    places = [
        ("GET", "/api/matches/none/record", 404),
        ("GET", "/api/matches/none/scenes", 404),
        ("POST", "/api/puzzles/othello/1/solution", 200),
    ]
    for method, path, usual in places:
        with TestClient(create_app(Config(database=own_database))) as client:
            assert [client.request(method, path).status_code for _ in range(2)] == [usual, 429]
