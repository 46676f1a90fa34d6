"""Matches to watch: current boards of matches in which something happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from live.players import UNTIMED, begun, guest, play_through
from quincunx.core.random import Random
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_creation import create_match
from quincunx.host.presence_store import MemoryPresence
from quincunx.host.referee import Referee
from quincunx.play.clocks import Untimed
from quincunx.play.commands import Act
from quincunx.play.events import Created, Kind, Visibility
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.protocol.accounts import Account
from quincunx.server.live.attended_matches import MOST
from quincunx.server.live.connection import Connection
from quincunx.server.live.watch_list import FRESH, IDLE, LEFT_ALONE, WatchList
from quincunx.store.store import Store
from quincunx.store.upgrade import upgrade
from servers import DEADLINE, Server

DAY = 86_400_000


class Setup:
    """Matches, their watchers, and a clock that stands still until it is set."""

    def __init__(self, store: Store, ann: Account, bob: Account) -> None:
        self.time = DAY
        self.store = store
        self.ann, self.bob = ann, bob
        self.matches = LiveMatches(store, lambda: self.time)
        self.referee = Referee(store, self.matches, lambda: self.time, Random(1))
        self.boards = WatchList(store, self.matches, lambda: self.time, MemoryPresence())

    def new_boards(self) -> None:
        """Clear the cached boards."""
        self.boards = WatchList(self.store, self.matches, lambda: self.time, MemoryPresence())

    async def match(
        self, id: str, kind: Kind = "invite", visibility: Visibility = "public", game: str = "cengers"
    ) -> str:
        bob: dict[str, Seat] = {"bot": Bot(1), "hot_seat": Friend("Ben")}
        seats = (Person(self.ann.id, "Ann"), bob.get(kind, Person(self.bob.id, "Bob")))
        facts: dict[str, Any] = {"game": game, "options": {}, "clock": Untimed()}
        created = Created(at=self.time, seats=seats, kind=kind, visibility=visibility, **facts)
        assert await self.store.write(lambda unit: create_match(unit, id, created, None))
        return id

    async def attend(self, id: str, who: Account | None) -> Connection:
        line = Connection(who, True, 100)
        async with self.matches.hold(id) as live:
            line.watched[id] = self.matches.keep(id)
            live.subscribers.add(line)
        return line

    async def shown(self) -> list[str]:
        return [board.id for board in await self.boards.alive("")]


@pytest.fixture
def run_story(database: str) -> Callable[[Callable[[Setup], Awaitable[None]]], None]:
    upgrade(database)

    def run(story: Callable[[Setup], Awaitable[None]]) -> None:
        async def live() -> None:
            store = Store(database)
            ann = await store.write(lambda unit: unit.accounts.add_member("Ann", "hash", 1))
            bob = await store.write(lambda unit: unit.accounts.add_member("Bob", "hash", 1))
            try:
                await story(Setup(store, ann, bob))
            finally:
                await store.close()

        asyncio.run(live())

    return run


Run = Callable[[Callable[[Setup], Awaitable[None]]], None]


def test_games_against_a_bot_are_shown_while_their_player_is_there(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        for kind in ("bot", "hot_seat"):
            await setup.match(kind, kind)  # type: ignore[arg-type]
        assert await setup.shown() == []
        setup.time += FRESH
        await setup.attend("bot", None)  # a spectator does not keep a match listed
        line = await setup.attend("hot_seat", setup.ann)
        assert await setup.shown() == ["hot_seat"]
        async with setup.matches.hold("hot_seat") as live:
            live.leave(line)
        setup.time += FRESH
        assert await setup.shown() == []

    run_story(story)


def test_a_match_between_people_is_shown_for_a_while_after_they_have_gone(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        for kind in ("invite", "challenge", "pool"):
            await setup.match(kind, kind)  # type: ignore[arg-type]
        setup.time += LEFT_ALONE
        assert set(await setup.shown()) == {"invite", "challenge", "pool"}
        await setup.attend("pool", setup.bob)
        setup.time += FRESH
        assert await setup.shown() == ["pool"]
        setup.time = DAY + IDLE
        assert await setup.shown() == ["pool"]
        setup.time += FRESH  # nobody has moved for an hour
        assert await setup.shown() == []

    run_story(story)


def test_private_open_and_finished_matches_are_no_boards(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.match("secret", visibility="private")
        await setup.attend("secret", setup.ann)
        await setup.match("over")
        await setup.store.write(lambda unit: unit.matches.update("over", status="finished"))
        await setup.match("open")
        await setup.store.write(lambda unit: unit.matches.update("open", status="open"))
        assert await setup.shown() == []

    run_story(story)


@pytest.mark.parametrize("attended", [False, True])
def test_boards_stand_as_the_match_stands_and_the_latest_move_is_first(run_story: Run, attended: bool) -> None:
    """Both from memory, and from the log alone."""

    async def story(setup: Setup) -> None:
        await setup.match("one")
        setup.time += 1
        await setup.match("two")
        if attended:
            await setup.attend("one", setup.ann)
        assert [(board.id, board.scene.ply) for board in await setup.boards.alive("")] == [("two", 0), ("one", 0)]
        setup.time += 1
        await setup.referee.ask("one", setup.ann.id, Act("f3-e3", 1), "a")
        assert await setup.shown() == ["two", "one"]  # cached from a moment ago
        setup.time += FRESH
        first, second = await setup.boards.alive(setup.bob.id)
        assert (first.id, first.scene.ply, first.scene.action) == ("one", 1, "f3-e3")
        assert first.scene.paths == ()  # view only
        assert [(player.name, player.kind) for player in first.players] == [("Ann", "person"), ("Bob", "person")]
        assert (first.mine, second.mine) == ((1,), (1,))
        assert {board.mine for board in await setup.boards.alive("")} == {()}

    run_story(story)


def test_no_more_boards_than_a_page_has(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        for number in range(MOST + 3):
            setup.time += 1
            await setup.match(f"m{number}")
        shown = await setup.shown()
        assert (len(shown), shown[0]) == (MOST, f"m{MOST + 2}")

    run_story(story)


def test_boards_of_one_game_are_chosen_before_the_page_is_full(run_story: Run) -> None:
    async def story(setup: Setup) -> None:
        await setup.match("other", game="flipflop")
        for number in range(MOST):
            setup.time += 1
            await setup.match(f"m{number}")
        assert "other" not in await setup.shown()
        assert [board.id for board in await setup.boards.alive("", "flipflop")] == ["other"]
        assert len(await setup.boards.alive("", "cengers")) == MOST
        assert await setup.boards.alive("", "no_such_game") == []

    run_story(story)


def test_over_http_a_move_is_seen_on_the_board_and_an_abandoned_bot_is_not(server: Server) -> None:
    async def boards(client: httpx.Client, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async def ask() -> dict[str, Any]:
            while True:
                rows = (await asyncio.to_thread(client.get, "/api/watch")).json()
                if holds(found := {row["id"]: row for row in rows}):
                    return found
                await asyncio.sleep(0.05)

        return await asyncio.wait_for(ask(), DEADLINE)

    async def story() -> None:
        ann, bob, eve = [await guest(server).come() for _ in range(3)]
        made = await eve.does("create", game="cengers", clock=UNTIMED, opponent={"kind": "bot", "level": 1})
        await eve.does("watch", match=made["match"])
        id, players = await begun(ann, bob)
        found = await boards(server.client(), lambda found: {id, made["match"]} <= set(found))
        assert found[id]["scene"]["ply"] == 0
        assert {row["game"] for row in server.client().get("/api/watch", params={"game": "flipflop"}).json()} <= {
            "flipflop"
        }
        answer = await players[0].plays(id, "f3-e3")
        assert answer["type"] == "ack"
        await eve.go()
        assert ann.client is not None
        found = await boards(ann.client, lambda found: made["match"] not in found and found[id]["scene"]["ply"] == 1)
        assert found[id]["scene"]["action"] == "f3-e3"
        assert found[id]["mine"] == [0]

    play_through(story)
