"""Boards over HTTP: the start of every game, and matches to replay."""

from __future__ import annotations

import asyncio

import httpx
import pytest

import quincunx
from backends.games import keep, played
from quincunx.core.options import Option
from quincunx.play.seats import Person
from quincunx.store.store import Store
from servers import Server


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    """A match of 60 moves between two members."""
    ids = [server.member(name).get("/api/account").json()["id"] for name in ("Replay1", "Replay2")]
    log = played("hnefatafl", (Person(ids[0], "Replay1"), Person(ids[1], "Replay2")), 0, moves=60)

    async def put() -> str:
        store = Store(server.database)
        try:
            return (await store.write(lambda unit: keep(unit, log)))[0]
        finally:
            await store.close()

    return asyncio.run(put())


def test_the_first_forty(server: Server, match: str) -> None:
    shown = httpx.get(f"{server.url}/api/matches/{match}/scenes").json()
    assert (shown["plies"], shown["first"]) == (60, 0)
    assert [scene["ply"] for scene in shown["scenes"]] == list(range(40))
    assert shown["scenes"][0]["board"]["files"] == 11
    assert shown["scenes"][0]["paths"] == []


def test_the_rest(server: Server, match: str) -> None:
    shown = httpx.get(f"{server.url}/api/matches/{match}/scenes?first=50&count=64").json()
    assert [scene["ply"] for scene in shown["scenes"]] == list(range(50, 61))
    assert shown["scenes"][-1]["outcome"] == {"winner": 0, "reason": "left"}


@pytest.mark.parametrize("query", ["count=65", "count=0", "first=-1", "first=x", "count=1.5"])
def test_no_more_than_that(server: Server, match: str, query: str) -> None:
    assert httpx.get(f"{server.url}/api/matches/{match}/scenes?{query}").status_code == 400


def test_every_game_shows_how_it_begins(server: Server) -> None:
    shown = httpx.get(f"{server.url}/api/games").json()
    assert [game["key"] for game in shown] == list(quincunx.games())
    for game in shown:
        scene = game["scene"]
        assert (scene["ply"], scene["action"], scene["paths"]) == (0, "", [])
        assert len(scene["pieces"]) == len(_start(game["key"]))


def _start(key: str) -> dict[int, object]:
    state = quincunx.game(key).start()
    return dict(state.game.spec.pieces(state))


def test_every_option_says_what_a_form_needs(server: Server) -> None:
    kinds = {}
    for game in httpx.get(f"{server.url}/api/games").json():
        spec = quincunx.games()[game["key"]]
        for shown, option in zip(game["options"], spec.options, strict=True):
            kinds[shown["kind"]] = shown
            _check_choices(shown["choices"], option)
    assert set(kinds) == {"number", "size", "random", "content"}
    assert (kinds["number"]["least"], kinds["number"]["most"]) == (0, 1_000_000)
    assert kinds["size"]["choices"][0] == str(kinds["size"]["least"]) == "8"
    assert kinds["random"]["choices"] == ["dark", "light"]
    assert "least" not in kinds["random"]
    assert kinds["content"]["default"] in kinds["content"]["choices"]


def _check_choices(choices: list[str], option: Option) -> None:
    """Every choice is accepted by the option when it is sent."""
    for choice in choices:
        option.read_sent(choice)


def test_what_a_match_is_set_up_with(server: Server) -> None:
    """Names for people, settings shown first, the usual clock, who may abort, and the side of a person."""
    games = {game["key"]: game for game in httpx.get(f"{server.url}/api/games").json()}
    assert games["hnefatafl"]["title"] == {"code": "tafl.title.hnefatafl"}
    assert games["draughts"]["title"] == {"code": "checkers.title.draughts"}
    size = games["flipflop"]["options"][0]
    assert (size["title"]["code"], size["prominent"], size["least"], size["most"]) == (
        "flipflop.option.size",
        True,
        8,
        26,
    )
    armies = [option for option in games["battlefield"]["options"] if option["own"] == "army"]
    assert [(option["title"], option["prominent"], option["side"]) for option in armies] == [
        ({"code": "battlefield.option.white"}, True, 0),
        ({"code": "battlefield.option.black"}, True, 1),
    ]
    assert [key for key, game in games.items() if game["clock"]] == ["checkers"]
    assert games["checkers"]["clock"] == {"kind": "turn", "seconds": 60}
    assert [key for key, game in games.items() if not game["abortable"]] == ["checkers"]
    assert {key: game["person_side"] for key, game in games.items() if game["person_side"] is not None} == {
        "cengers": 0
    }
    assert [key for key, game in games.items() if game["drafts"]] == ["cengers"]


def test_every_game_says_whether_it_has_lessons_and_puzzles(server: Server) -> None:
    client = server.client()
    shelves = {shelf["game"] for shelf in client.get("/api/puzzles").json()}
    for game in client.get("/api/games").json():
        lessons = client.get(f"/api/games/{game['key']}/lessons").json()
        assert (game["lessons"], game["puzzles"]) == (bool(lessons), game["key"] in shelves)
