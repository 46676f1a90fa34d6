"""Each game played to its end in the browser: against a bot, and between two browsers. Data defines the games."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import Visit
from browser.seats import Seat, agrees, create, play_together
from servers import Server

# limits that end random games soon
SHORT: dict[str, dict[str, Any]] = {
    "hnefatafl": {"quiet": 12},
    "cengers": {"rounds": 8},
    "battlefield": {"quiet": 6},
    "checkers": {"quiet": 6},
    "flipflop": {"n": 8},
}

STILL = {"reduced_motion": "reduce"}  # no animations to wait for


@pytest.mark.parametrize("game", SHORT)
def test_against_a_bot_to_the_end(server: Server, visit: Visit, game: str) -> None:
    page = visit(**STILL)
    page.goto(server.url)
    id, _ = create(page, game, {"kind": "bot", "level": 4}, options=SHORT[game])
    page.goto(f"{server.url}/match/{id}")
    Seat(page).play_out()
    page.get_by_role("heading", level=2).wait_for()
    record = page.request.get(f"{server.url}/api/matches/{id}/record").text()
    assert agrees(record, page)


@pytest.mark.parametrize("game", SHORT)
def test_between_two_browsers_to_the_end(server: Server, visit: Visit, game: str) -> None:
    pages = visit(**STILL), visit(**STILL)
    pages[0].goto(server.url)
    id, secret = create(pages[0], game, {"kind": "invite"}, options=SHORT[game])
    pages[0].goto(f"{server.url}/match/{id}")
    pages[1].goto(f"{server.url}/join/{id}#{secret}")
    pages[1].get_by_role("button", name="Play").click()
    seats = [Seat(page, seed) for seed, page in enumerate(pages)]
    play_together(*seats)
    record = pages[1].request.get(f"{server.url}/api/matches/{id}/record").text()
    assert all(agrees(record, page) for page in pages)
