"""Lists of matches and stats over HTTP: filtered by game, kind and result, for members and guests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx

from backends.games import keep, played
from quincunx.play.legs import Leg
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.store.matches import PAGE
from quincunx.store.store import Store
from servers import Server


def sitting(client: httpx.Client) -> Person:
    account = client.get("/api/account").json()
    return Person(account["id"], account["name"])


def store(server: Server, *logs: Any) -> list[str]:
    """Put finished matches into the server's database; returns their ids."""

    async def work() -> list[str]:
        store = Store(server.database)
        try:
            return [(await store.write(lambda unit, log=log: keep(unit, log)))[0] for log in logs]
        finally:
            await store.close()

    return asyncio.run(work())


def listing(client: httpx.Client) -> Callable[..., set[str]]:
    def ids(**by: Any) -> set[str]:
        answer = client.get("/api/account/matches", params=by)
        assert answer.status_code == 200, answer.text
        return {match["id"] for match in answer.json()}

    return ids


def test_my_matches_by_game_kind_and_result(server: Server, name: str, other_name: str) -> None:
    client = server.member(name)
    me, other = sitting(client), sitting(server.member(other_name))
    won, beside, lost, drawn, alone = store(
        server,
        played("cengers", (me, Bot(2)), winner=0, kind="bot"),
        played("hnefatafl", (Friend("Ben"), me), winner=1, kind="hot_seat"),
        played("checkers", (other, me), winner=0, kind="invite"),
        played("checkers", (me, other), winner=None, kind="challenge"),
        played("cengers", (me, me), winner=0, kind="hot_seat"),
    )
    ids = listing(client)
    assert ids() == {won, beside, lost, drawn, alone}
    assert ids(kind="hot_seat") == {beside, alone}
    assert ids(game="checkers") == {lost, drawn}
    assert ids(kind=["invite", "challenge"]) == {lost, drawn}
    assert (ids(result="won"), ids(result="lost"), ids(result="drawn")) == ({won, beside}, {lost}, {drawn})
    assert ids(status="running") == set()
    assert client.get("/api/account/matches", params={"kind": "ludo"}).status_code == 400


def test_my_matches_page_by_page(server: Server, name: str) -> None:
    client = server.member(name)
    made = store(server, *(played("cengers", (sitting(client), Bot(1)), winner=0) for _ in range(PAGE + 2)))
    page = client.get("/api/account/matches").json()
    before = f"{page[-1]['updated']}.{page[-1]['id']}"
    rest = client.get("/api/account/matches", params={"before": before}).json()
    assert (len(page), len(rest)) == (PAGE, 2)
    assert {match["id"] for match in page + rest} == set(made)
    public = client.get("/api/matches", params={"player": name, "before": before}).json()
    assert [match["id"] for match in public] == [match["id"] for match in rest]
    for wrong in ("5", "x.y", f"{10**17}.a", "5."):
        assert client.get("/api/account/matches", params={"before": wrong}).status_code == 400


def test_a_match_says_how_it_ended_and_which_sides_are_mine(server: Server, name: str) -> None:
    client = server.member(name)
    me = sitting(client)
    won, alone, beside = store(
        server,
        played("cengers", (Bot(2), me), winner=1, kind="bot"),
        played("cengers", (me, me), winner=None, kind="hot_seat"),  # as in matches from before friends had seats
        played("cengers", (me, Friend("Ben")), winner=1, kind="hot_seat"),
    )
    seen = client.get(f"/api/matches/{won}").json()
    assert (seen["mine"], seen["winner"], seen["reason"]) == ([1], 1, "left")
    assert seen["ending"] == {"code": "play.over.left"}
    assert client.get(f"/api/matches/{alone}").json()["mine"] == [0, 1]
    with_ben = client.get(f"/api/matches/{beside}").json()
    assert (with_ben["mine"], with_ben["players"][1]) == ([0], {"name": "Ben", "kind": "friend", "level": None})
    assert server.client().get(f"/api/matches/{won}").json()["mine"] == []


def test_a_rated_match_tells_its_points(server: Server, name: str, other_name: str) -> None:
    seats = sitting(server.member(name)), sitting(server.member(other_name))
    rated, casual, half = store(
        server,
        played("flipflop", seats, winner=0, kind="pool", rated=True),
        played("flipflop", seats, winner=0, kind="pool"),
        played("flipflop", seats, winner=0, kind="pool", rated=True, leg=Leg(1)),  # the first game of two
    )
    client = server.client()
    assert client.get(f"/api/matches/{rated}").json()["points"] == [
        {"before": 1500, "after": 1662, "provisional": True},
        {"before": 1500, "after": 1338, "provisional": True},
    ]
    for match in (casual, half):
        assert client.get(f"/api/matches/{match}").json()["points"] is None


def test_a_rating_says_that_it_is_provisional_and_has_no_place_yet(server: Server, name: str, other_name: str) -> None:
    seats = sitting(server.member(name)), sitting(server.member(other_name))
    store(server, played("hnefatafl", seats, winner=0, kind="pool", rated=True))
    client = server.client()
    (rating,) = client.get(f"/api/players/{name}").json()["ratings"]
    assert (round(rating["rating"]["rating"]), rating["played"], rating["provisional"]) == (1662, 1, True)
    (point,) = client.get(f"/api/players/{name}/ratings/hnefatafl").json()
    assert point["provisional"] is True
    leaders = client.get("/api/leaders/hnefatafl").json()
    assert name not in [leader["name"] for leader in leaders]
    logs = [played("hnefatafl", seats, winner=number % 2, kind="pool", rated=True, moves=0) for number in range(24)]
    store(server, *logs)
    leaders = client.get("/api/leaders/hnefatafl").json()
    assert {name, other_name} <= {leader["name"] for leader in leaders}
    assert {leader["provisional"] for leader in leaders} == {False}


def test_the_public_matches_of_a_player(server: Server, name: str, other_name: str) -> None:
    me, other = sitting(server.member(name)), sitting(server.member(other_name))
    seats: list[tuple[Seat, Seat]] = [(me, Bot(1)), (other, Bot(1)), (other, me)]
    first, _, both = store(server, *(played("cengers", each, winner=0) for each in seats))
    listed = server.client().get("/api/matches", params={"player": name}).json()
    assert {match["id"] for match in listed} == {first, both}
    assert server.client().get("/api/matches", params={"player": "Nobody_at_all"}).status_code == 404


def test_a_guest_has_stats_which_registering_keeps(server: Server, name: str) -> None:
    client = server.guest()
    store(server, played("cengers", (sitting(client), Bot(1)), winner=0, kind="bot"))
    guest = client.get("/api/account/stats").json()
    assert guest["name"].startswith("guest-")
    assert [(line["opponent"], line["level"], line["stats"]["won"]) for line in guest["stats"]] == [("bot", 1, 1)]
    client.post("/api/register", json={"name": name, "password": "correct horse"})
    member = client.get("/api/account/stats").json()
    assert member["stats"] == guest["stats"]
    assert member == server.client().get(f"/api/players/{name}").json()
