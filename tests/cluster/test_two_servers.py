"""Two servers of one site notify each other of what happens, and find what they were not notified of."""

from __future__ import annotations

import asyncio

from cluster.conftest import Pair
from live.players import UNTIMED, Player, begun, guest, member, play_through


async def seated(pair: Pair, **fields: object) -> tuple[str, Player, Player]:
    """A match between two people who are connected to different servers; the first one is to move."""
    ann, bob = await guest(pair.one).come(), await guest(pair.other).come()
    match, (x, o) = await begun(ann, bob, **fields)  # type: ignore[arg-type]
    return match, x, o


def test_moves_reach_those_who_are_connected_to_the_other_server(pair: Pair) -> None:
    async def story() -> None:
        match, x, o = await seated(pair)
        watcher = await guest(pair.other).come()
        await watcher.does("watch", match=match)
        assert (await x.plays(match, "f3-e3"))["type"] == "ack"
        await o.sees(match, len(x.logs[match]))
        assert (await o.plays(match, "c6-d6"))["type"] == "ack"
        await x.sees(match, len(o.logs[match]))
        await watcher.sees(match, len(o.logs[match]))
        assert x.logs[match] == o.logs[match] == watcher.logs[match]

    play_through(story)


def test_a_bots_answer_reaches_watchers_on_the_other_server(pair: Pair) -> None:
    async def story() -> None:
        ann = await guest(pair.one).come()
        bot = {"kind": "bot", "level": 1}
        match = (await ann.does("create", game="cengers", clock=UNTIMED, colour="first", opponent=bot))["match"]
        tab = await Player(pair.other, ann.client).come()
        for player in (ann, tab):
            await player.does("watch", match=match)
        assert (await tab.plays(match, "f3-e3"))["type"] == "ack"
        await ann.until(lambda: ann.match(match).state.to_move == 0 and ann.match(match).state.ply >= 2)

    play_through(story)


def test_challenges_and_rematches_reach_the_account_on_the_other_server(pair: Pair) -> None:
    async def story() -> None:
        ann, bob = await member(pair.one, "Ann").come(), await member(pair.other, "Bob").come()
        asked = {"kind": "challenge", "name": "Bob"}
        match = (await ann.does("create", game="cengers", clock=UNTIMED, opponent=asked, colour="first"))["match"]
        assert (await bob.hears("challenged"))["match"] == match
        await bob.does("join", match=match)
        await bob.does("watch", match=match)
        await bob.asks_of(match, "resign")
        await bob.asks_of(match, "offer", offer="rematch")
        await ann.asks_of(match, "accept", offer="rematch")
        assert (await bob.hears("paired"))["match"] == (await ann.hears("paired"))["match"]

    play_through(story)


def test_logging_out_everywhere_closes_the_connection_to_the_other_server(pair: Pair) -> None:
    async def story() -> None:
        ann = member(pair.one, "Cid")
        elsewhere = await Player(pair.other, ann.client).come()
        assert ann.client is not None
        assert ann.client.post("/api/logout").status_code == 204
        await elsewhere.ends()

    play_through(story)


def test_a_new_name_is_shown_by_the_other_server(pair: Pair) -> None:
    """After the account is deleted, the opponent's server no longer shows its name."""

    async def story() -> None:
        ann, bob = await member(pair.one, "Deedee").come(), await guest(pair.other).come()
        match, _ = await begun(ann, bob)
        assert ann.client is not None
        assert ann.client.post("/api/account/delete", json={"password": "correct horse"}).status_code == 204
        await ann.ends()

        async def shown() -> str:
            tab = await bob.another_tab().come()
            await tab.does("watch", match=match)
            seats = tab.match(match).seats
            await tab.go()
            return " ".join(getattr(seat, "name", "") for seat in seats)

        while "Deedee" in await shown():
            await asyncio.sleep(0.05)

    play_through(story)


def test_play_continues_while_redis_is_unreachable_and_afterwards(pair: Pair) -> None:
    async def story() -> None:
        match, x, o = await seated(pair)
        dan = member(pair.one, "Dan")
        elsewhere = await Player(pair.other, dan.client).come()
        pair.redis.kill()
        for player, other, action in ((x, o, "f3-e3"), (o, x, "c6-d6")):
            assert (await player.plays(match, action))["type"] == "ack"
            await other.sees(match, len(player.logs[match]))  # found in the log
        assert dan.client is not None
        assert dan.client.post("/api/logout").status_code == 204
        await elsewhere.ends()  # found in the database
        pair.redis.start()
        eve, fay = await member(pair.one, "Eve").come(), await member(pair.other, "Fay").come()
        asked = {"kind": "challenge", "name": "Fay"}
        await eve.does("create", game="cengers", clock=UNTIMED, opponent=asked)
        await fay.until(
            lambda: any(
                m["type"] == "challenged" or (m["type"] == "matches" and any(e.get("by") for e in m["matches"]))
                for m in fay.heard
            )
        )
        assert (await x.plays(match, "f2-f3"))["type"] == "ack"
        await o.sees(match, len(x.logs[match]))

    play_through(story)
