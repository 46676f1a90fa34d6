"""The lobby's list: who is connected, and who is looking for a game."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from live.players import begun, guest, member, play_through
from quincunx.core.random import Random
from quincunx.host.bus import MemoryBus
from quincunx.host.match_factory import MatchFactory
from quincunx.host.presence_store import MemoryPresence
from quincunx.host.seek_pool import SeekPool
from quincunx.play.clocks import PerTurn
from quincunx.play.pairing import Seek
from quincunx.protocol.accounts import Account, Kind
from quincunx.protocol.lobby import OnlinePlayer
from quincunx.server.live.connection import Connection
from quincunx.server.live.lobby_directory import FRESH, LobbyDirectory
from quincunx.server.live.online_players import MOST, OnlinePlayers
from quincunx.store.matches import new_id
from quincunx.store.store import Store
from quincunx.store.upgrade import upgrade
from servers import DEADLINE, Server, english

CLOCK = {"kind": "turn", "seconds": 83}


def new_name(start: str) -> str:
    return f"{start}{uuid.uuid4().hex[:12]}"


async def shown(client: httpx.Client, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The list, once it is up to date: it may be cached for a second."""

    async def ask() -> dict[str, Any]:
        while not holds(found := (await asyncio.to_thread(client.get, "/api/lobby")).json()):
            await asyncio.sleep(0.05)
        return dict(found)

    return await asyncio.wait_for(ask(), DEADLINE)


def named(found: dict[str, Any], *names: str) -> dict[str, tuple[str, bool]]:
    return {row["name"]: (row["kind"], row["playing"]) for row in found["players"] if row["name"] in names}


def test_people_who_are_connected_are_seen_by_everybody_and_no_more_when_they_go(server: Server) -> None:
    async def story() -> None:
        ann, bob = await member(server, new_name("Ann")).come(), await guest(server).come()
        tab = await ann.another_tab().come()
        names = (ann.name, bob.name)
        stranger = server.client()
        found = await shown(stranger, lambda found: len(named(found, *names)) == 2)
        assert named(found, *names) == {ann.name: ("member", False), bob.name: ("guest", False)}
        assert [row["name"] for row in found["players"]].count(ann.name) == 1  # on two devices
        assert found["connected"] >= 2
        assert ann.account not in str(found)
        await begun(ann, bob)
        found = await shown(stranger, lambda found: named(found, ann.name) == {ann.name: ("member", True)})
        assert named(found, bob.name) == {bob.name: ("guest", True)}
        await ann.go()
        await tab.go()
        await shown(stranger, lambda found: list(named(found, *names)) == [bob.name])

    play_through(story)


def test_who_looks_for_a_game_is_seen_with_what_he_looks_for(server: Server) -> None:
    async def story() -> None:
        ann, bob = await member(server, new_name("Ann")).come(), await guest(server).come()
        await ann.does("seek", game="brandubh", clock=CLOCK, rated=True, legs=2)
        await bob.does("seek", game="cengers", clock=CLOCK)
        assert ann.client is not None

        def both(found: dict[str, Any]) -> bool:
            return {ann.name, bob.name} <= {row["name"] for row in found["seeks"]}

        found = await shown(ann.client, both)
        rows = {row["name"]: row for row in found["seeks"]}
        hers, his = rows[ann.name], rows[bob.name]
        assert isinstance(hers.pop("since"), int)
        assert ann.account not in hers.pop("id")
        assert hers == {
            "name": ann.name,
            "rating": 1500,
            "provisional": True,
            "game": "brandubh",
            "options": {},
            "clock": CLOCK,
            "rated": True,
            "legs": 2,
            "mine": True,
        }
        assert (his["rating"], his["provisional"], his["rated"], his["mine"]) == (None, False, False, False)
        assert found["seeking"] >= 2
        await ann.does("unseek")
        await bob.go()
        await shown(server.client(), lambda found: not both(found))

    play_through(story)


def test_a_seek_on_the_list_is_taken_at_once_or_has_gone(server: Server) -> None:
    async def story() -> None:
        ann, bob = await guest(server).come(), await guest(server).come()
        await ann.does("seek", game="cengers", clock={"kind": "turn", "seconds": 84})
        assert bob.client is not None
        found = await shown(bob.client, lambda found: ann.name in [row["name"] for row in found["seeks"]])
        (row,) = (row for row in found["seeks"] if row["name"] == ann.name)
        same = {key: row[key] for key in ("game", "options", "clock", "rated", "legs")}
        await bob.does("seek", **same, take=row["id"])
        assert (await bob.hears("paired"))["match"] == (await ann.hears("paired"))["match"]
        cid = await guest(server).come()
        refused = await cid.asks("seek", **same, take=row["id"])
        assert (refused["code"], english(refused["sentence"])) == (
            "gone",
            f"{ann.name} is no longer looking for a game.",
        )
        refused = await cid.asks("seek", **same, take="nobody")
        assert (refused["code"], english(refused["sentence"])) == (
            "gone",
            "This player is no longer looking for a game.",
        )

    play_through(story)


class Setup:
    """A lobby's directory without sockets, and a clock that stands still until it is set."""

    def __init__(self, file: Path) -> None:
        database = f"sqlite:///{file / 'test.db'}"
        upgrade(database)
        self.time = 10_000
        self.store = Store(database)
        self.lines: dict[str, set[Connection]] = {}
        factory = MatchFactory(self.store, lambda: self.time, Random(1))
        self.pool = SeekPool(self.store, MemoryBus(), "me", factory, lambda: self.time)
        self.directory = LobbyDirectory(lambda: self.time, OnlinePlayers(self.lines, MemoryPresence()), self.pool)

    async def come(self, name: str, kind: Kind = "member", since: int | None = None) -> Account:
        """Connect, and seek since that time."""
        account = await self.store.write(
            lambda unit: unit.accounts.add_member(name, "hash", 1) if kind == "member" else unit.accounts.add_guest(1)
        )
        connection = Connection(account, True, 100)
        self.lines[account.id] = {connection}
        if since is not None:
            seek = Seek(new_id(), account.id, "g", PerTurn(30), 1500, since)
            await self.pool.add(seek, "1", connection.number)
        return account


Story = Callable[[Setup], Awaitable[None]]


@pytest.fixture
def directory(tmp_path: Path) -> Callable[[Story], None]:
    """Runs a story with its own directory."""

    def run(story: Story) -> None:
        async def live() -> None:
            setup = Setup(tmp_path)
            try:
                await story(setup)
            finally:
                await setup.store.close()

        asyncio.run(live())

    return run


def test_lists_are_bounded_and_say_how_many_there_are(directory: Callable[[Story], None]) -> None:
    async def story(setup: Setup) -> None:
        await asyncio.gather(*(setup.come(f"Player{number:03}", since=10_000 - number) for number in range(MOST + 5)))
        found = await setup.directory.shown_to("")
        assert (found.connected, len(found.players)) == (MOST + 5, MOST)
        assert (found.seeking, len(found.seeks)) == (MOST + 5, MOST)
        assert found.seeks[0].name == f"Player{MOST + 4:03}"  # the one who has waited longest

    directory(story)


def test_the_lists_are_read_at_most_once_a_second(directory: Callable[[Story], None]) -> None:
    async def story(setup: Setup) -> None:
        ann = await setup.come("Ann")
        both = await asyncio.gather(setup.directory.shown_to(""), setup.directory.shown_to(""))
        assert [found.connected for found in both] == [1, 1]
        assert both[0].players is both[1].players
        bob = await setup.come("Bob", "guest", since=0)
        setup.time += FRESH - 1
        assert (await setup.directory.shown_to("")).connected == 1
        setup.time += 1
        players = [OnlinePlayer("Ann", "member", False), OnlinePlayer(bob.name, "guest", False)]
        assert (await setup.directory.shown_to("")).players == players
        mine = [(await setup.directory.shown_to(who)).seeks[0].mine for who in ("", ann.id, bob.id)]
        assert mine == [False, False, True]
        await setup.come("Cid")
        setup.time -= 5000  # the clock was set back: times in the future are not trusted for long
        assert (await setup.directory.shown_to("")).connected == 3

    directory(story)


def test_a_connection_without_an_account_is_not_a_player(directory: Callable[[Story], None]) -> None:
    async def story(setup: Setup) -> None:
        setup.lines["@10.0.0.0"] = {Connection(None, False, 100, "10.0.0.0")}
        assert (await setup.directory.shown_to("")).connected == 0

    directory(story)
