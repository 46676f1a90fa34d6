"""Two real servers on one PostgreSQL and one Redis know who is connected to the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from cluster.conftest import SETTINGS, Pair
from live.players import MINUTE, UNTIMED, Message, Player, begun, guest, member, play_through
from servers import DEADLINE, Server, running

GRACE = 12_000  # milliseconds: long enough to notice that a server is dead
CONSTANTS = {"quincunx.play.clocks.MINUTE": 2 * GRACE}  # a player may be away for half a minute


@pytest.fixture(scope="module", autouse=True)
def short_grace() -> Iterator[None]:
    """Makes the servers of this module, which start later, less patient."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEST_CONSTANTS", json.dumps(CONSTANTS))
        yield


def latest(player: Player, match: str) -> Message:
    """The presence that a client received last."""
    told = [message for message in player.heard if message["type"] == "presence" and message["match"] == match]
    return told[-1]


async def sees(player: Player, match: str, **fields: Any) -> None:
    """Wait until a client has received these values."""
    await player.until(lambda: fields.items() <= latest(player, match).items())


async def shown(client: httpx.Client, path: str, holds: Callable[[Any], object]) -> Any:
    """The page's content once a condition holds."""

    async def ask() -> Any:
        while not holds(found := (await asyncio.to_thread(client.get, path)).json()):
            await asyncio.sleep(0.05)
        return found

    return await asyncio.wait_for(ask(), DEADLINE)


def test_players_and_watchers_of_two_servers_see_each_other(servers: Pair) -> None:
    async def story() -> None:
        ann, bob = await guest(servers.one).come(), await guest(servers.other).come()
        match, _ = await begun(ann, bob, clock=MINUTE)
        side = ann.match(match).sides_of(ann.account)[0]
        for player in (ann, bob):
            await sees(player, match, present=[True, True], claim_at=[None, None], watchers=2)
        cid = await guest(servers.other).come()
        await cid.does("watch", match=match)
        first = next(message for message in cid.heard if message["type"] == "presence")
        assert first["present"] == [True, True]  # from the first message on
        for player in (ann, bob, cid):
            await sees(player, match, watchers=3)
        await bob.does("ping", lag=333)
        await ann.until(lambda: latest(ann, match)["lag"][1 - side] == 333)
        await cid.go()
        await bob.go()
        await sees(ann, match, watchers=1)
        away = latest(ann, match)
        assert (away["present"][side], away["present"][1 - side]) == (True, False)
        assert away["claim_at"][side] is None
        assert away["claim_at"][1 - side] >= away["time"]
        await bob.come()
        await sees(ann, match, present=[True, True], claim_at=[None, None])

    play_through(story)


def test_the_lobby_and_the_watch_list_are_those_of_the_site(servers: Pair) -> None:
    async def story() -> None:
        ann, bob = await member(servers.one, "Ann").come(), await guest(servers.other).come()
        tab = await Player(servers.other, ann.client).come()
        made = await bob.does("create", game="cengers", clock=UNTIMED, opponent={"kind": "bot", "level": 1})
        await bob.does("watch", match=made["match"])
        for server in (servers.one, servers.other):
            found = await shown(
                server.client(),
                "/api/lobby",
                lambda found: (
                    {"Ann": False, bob.name: True}.items()
                    <= {row["name"]: row["playing"] for row in found["players"]}.items()
                ),
            )
            assert [row["name"] for row in found["players"]].count("Ann") == 1
            assert found["connected"] == len(found["players"])
            await shown(server.client(), "/api/watch", lambda rows: made["match"] in [row["id"] for row in rows])
        await bob.go()
        await shown(servers.one.client(), "/api/watch", lambda rows: made["match"] not in [row["id"] for row in rows])
        await tab.go()

    play_through(story)


def test_a_win_against_a_player_connected_elsewhere_is_claimed_only_after_that_server_dies(servers: Pair) -> None:
    async def story(third: Server) -> None:
        ann, bob = await guest(servers.one).come(), await guest(third).come()
        match, _ = await begun(ann, bob, clock=MINUTE)
        cid = await guest(servers.other).come()
        await cid.does("watch", match=match)
        refused = await ann.asks_of(match, "claim", result="win")
        assert refused["code"] == "not_absent"
        third.kill()
        await ann.until(lambda: ann.match(match).abandoned)  # as any of the running servers has found
        assert ann.match(match).abandoned == set(ann.match(match).sides_of(bob.account))
        assert (await ann.asks_of(match, "claim", result="win"))["type"] == "ack"
        await cid.sees_status(match, "finished")

    with running(servers.one.database, bus=servers.redis.url, **SETTINGS) as third:  # type: ignore[arg-type]
        play_through(lambda: story(third))
