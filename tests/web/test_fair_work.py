"""Slow requests are handled in turn: a client that sends many of them does not keep others waiting."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.core.game import Game
from quincunx.games.puzzles import shipped
from quincunx.play.puzzles import Attempt
from quincunx.server.export_pages import exported
from quincunx.server.fair_queue import FairQueue
from quincunx.store import export as exporting
from quincunx.store.store import Store
from servers import Server, running
from web.simultaneous import Posted, all_at_once, statuses
from web.test_who_may import Cast

GREEDY, MODEST = "127.2.0.1", "127.2.0.2"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('work') / 'test.db'}") as server:
        yield server
        assert not [line for line in server.log if line["level"] == "error"]


def played(game: Game) -> list[str]:
    """The actions of a long random game."""
    random, state, actions = Random(3), game.start(), []
    while state.outcome() is None and len(actions) < 1000:
        legal = state.legal_actions()
        actions.append(state.text(legal[random.randrange(len(legal))]))
        state.apply(state.parse(actions[-1]))
    return actions[:-1]


def wrong_turn(game: Game) -> list[str]:
    attempt = Attempt(game, shipped(game)[0])
    texts = map(attempt.state.text, attempt.state.legal_actions())
    return next([text] for text in texts if attempt.judge([text]).verdict == "wrong")


def work(kind: str) -> tuple[str, dict[str, Any]]:
    """A slow request."""
    if kind == "free board":
        return "/api/positions", {"game": "battlefield", "actions": played(quincunx.game("battlefield"))}
    if kind == "army":
        return "/api/games/battlefield/content/white/check", {f"k{number}": 1 for number in range(5000)}
    return "/api/puzzles/othello/1/try", {"turns": [wrong_turn(quincunx.game("othello"))]}


@pytest.mark.parametrize("kind", ["free board", "army", "puzzle"])
def test_the_next_person_comes_between_the_many_requests_of_another(house: Server, kind: str) -> None:
    path, body = work(kind)
    answers = all_at_once(house, [Posted(address, path, body) for address in [GREEDY] * 30 + [MODEST]])
    assert {answer.status for answer in answers} == {200}
    assert [answer.number for answer in answers].index(30) < 25


def test_a_queue_that_is_full_of_one_persons_has_room_for_the_next(house: Server) -> None:
    path, body = work("puzzle")
    *greedy, modest = statuses(house, [Posted(address, path, body) for address in [GREEDY] * 60 + [MODEST]])
    assert set(greedy) == {200, 503}
    assert modest == 200


def test_an_export_in_pages_is_the_same_as_in_one(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = Cast(house)
    monkeypatch.setattr(exporting, "MOST_EVENTS", 1)  # makes each match a page

    async def read() -> tuple[list[bytes], dict[str, Any]]:
        store = Store(house.database)
        try:
            account = await store.read(lambda unit: unit.accounts.named("Player"))
            assert account is not None
            parts = await exported(store, FairQueue("test", 1, 1), account, 0)
            whole = await store.read(lambda unit: exporting.export(unit, account, 0))
            return [part async for part in parts], json.loads(msgspec.json.encode(whole))
        finally:
            await store.close()

    parts, whole = asyncio.run(read())
    assert len(parts) == 2 + 2  # the two matches, the part before them and the end
    assert json.loads(b"".join(parts)) == whole
    sent = cast.clients["player"].get("/api/account/export").json()
    assert sent["matches"] == whole["matches"]
    assert len(sent["matches"]) == 2


def test_exports_have_an_allowance(house: Server) -> None:
    guest = house.guest()
    statuses = [guest.get("/api/account/export").status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]
