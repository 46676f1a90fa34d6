"""Reviews: requested by anyone who may see the match, done eventually, announced and stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx

from backends.games import REVIEW, keep, played
from live.players import Player, guest, play_through
from quincunx.host.jobs import reviews
from quincunx.play.seats import Bot, Person
from quincunx.store.store import Store, Unit
from servers import Server, running

T = TypeVar("T")


async def write(server: Server, work: Callable[[Unit], T]) -> T:
    store = Store(server.database)
    try:
        return await store.write(work)
    finally:
        await store.close()


async def finished(player: Player, moves: int = 3) -> str:
    """A finished match of the player."""
    log = played("cengers", (Person(player.account, "x"), Bot(1)), winner=0, kind="bot", moves=moves)
    return await write(player.server, lambda unit: keep(unit, log)[0])


def place(match: str) -> str:
    return f"/api/matches/{match}/review"


def asked(player: Player, match: str) -> httpx.Response:
    assert player.client is not None
    return player.client.post(place(match))


async def reviewed(player: Player, match: str) -> Any:
    """The review, once it is there: connected clients are notified unless it was there before."""
    assert player.client is not None
    if player.client.get(place(match)).json()["state"] != "done":
        await player.hears("reviewed", match=match)
    return player.client.get(place(match)).json()


def test_a_review_is_made_told_and_kept(on_either: Server) -> None:
    async def story() -> None:
        ann = await guest(on_either).come()
        match = await finished(ann)
        assert httpx.get(on_either.url + place(match)).status_code == 404
        answer = asked(ann, match)
        assert (answer.status_code, answer.json()["review"]) == (202, None)
        shown = await reviewed(ann, match)
        assert (shown["state"], shown["progress"]) == ("done", 1.0)
        assert [ply["ply"] for ply in shown["review"]["plies"]] == [0, 1, 2]
        assert shown["review"]["unit"] == {"code": "search.unit.steps"}
        assert [side["side"] for side in shown["review"]["summary"]] == [0, 1]
        assert asked(ann, match).json() == shown
        assert httpx.get(on_either.url + place(match)).json() == shown

    play_through(story)


def test_a_match_without_actions(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        match = await finished(ann, moves=0)
        asked(ann, match)
        assert (await reviewed(ann, match))["review"]["plies"] == []

    play_through(story)


def test_a_match_that_goes_on_is_not_reviewed(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        match = await finished(ann)
        await write(server, lambda unit: unit.matches.update(match, status="running"))
        answer = asked(ann, match)
        assert (answer.status_code, answer.json()["error"]) == (400, "not_over")

    play_through(story)


def test_one_account_has_so_many_that_are_not_done(on_either: Server) -> None:
    async def story() -> None:
        ann = await guest(on_either).come()
        for _ in range(reviews.MOST_ASKED):
            match = await finished(ann)
            await write(on_either, lambda unit, match=match: unit.reviews.ask(match, ann.account, 1))  # type: ignore[misc]
        answer = asked(ann, await finished(ann))
        assert (answer.status_code, answer.json()["error"]) == (400, "too_many")

    play_through(story)


def test_a_worker_that_has_lost_the_job_does_not_change_the_finished_review(server: Server) -> None:
    async def story() -> None:
        ann = await guest(server).come()
        match = await finished(ann)

        def finish(unit: Unit) -> float:
            unit.reviews.ask(match, ann.account, 1)
            lost = unit.jobs.put_claimed("finished elsewhere", match, 1, by="first", until=2)
            unit.reviews.finish(match, REVIEW)
            unit.jobs.done(lost)
            reviews.advance(unit, lost, 0.5, until=3)
            status = unit.reviews.find(match)
            assert status is not None
            return status.progress

        assert await write(server, finish) == 1.0

    play_through(story)


def test_a_server_that_stops_leaves_it_to_the_next(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'own.db'}"
    with running(database) as server:

        async def story() -> None:
            ann = await guest(server).come()
            match = await finished(ann, moves=5)
            assert asked(ann, match).status_code == 202
            assert server.stop() == 0
            server.start()
            await ann.come()
            assert len((await reviewed(ann, match))["review"]["plies"]) == 5

        play_through(story)
