"""The pool of a site: two servers on one PostgreSQL and one Redis, one of which pairs for both."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx
import psycopg

from cluster.conftest import Pair
from live.players import Message, Player, guest, play_through
from servers import DEADLINE, Server, english

SECONDS = itertools.count(500)
EACH = 12  # players per server, in the test with many players


def seeking(server: Server) -> int:
    """The number of waiting seeks according to the server's metrics: 0 if it does not do the pairing."""
    text = httpx.get(f"{server.url}/metrics").text
    return int(float(next(line for line in text.splitlines() if line.startswith("quincunx_seeks ")).split()[1]))


async def come(*servers: Server) -> list[Player]:
    """A guest on each of the servers."""
    return [await guest(server).come() for server in servers]


def clock() -> Message:
    """A clock that no other test has requested."""
    return {"kind": "fischer", "seconds": next(SECONDS), "increment": 1}


async def until(holds: Callable[[], object]) -> None:
    """Poll until a condition holds; there is no notification to wait for."""

    async def ask() -> None:
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.05)

    await asyncio.wait_for(ask(), DEADLINE)


@asynccontextmanager
async def waiting_on_both(pair: Pair) -> AsyncIterator[tuple[Server, Server]]:
    """One player who waits on each server and is paired with nobody; yields the pairing server, and the other one."""
    held = await come(pair.one, pair.other)
    for player in held:
        await player.does("seek", game="brandubh", clock=clock())
    await until(lambda: seeking(pair.one) + seeking(pair.other) == 2)
    yield (pair.one, pair.other) if seeking(pair.one) else (pair.other, pair.one)
    for player in held:
        if player.server.process.poll() is None:
            await player.go()


def matches_of(pair: Pair, *players: Player) -> list[str]:
    """The matches of these players, according to the database."""
    with psycopg.connect(pair.one.database) as connection:
        rows = connection.execute(
            "SELECT match FROM seats WHERE account = ANY(%s)", [[player.account for player in players]]
        )
        return [row[0] for row in rows]


async def paired(*players: Player) -> set[str]:
    """The matches that they are notified of, once each."""
    told = [(await player.hears("paired"))["match"] for player in players]
    for player in players:
        await player.does("ping")
        assert [message["type"] for message in player.heard].count("paired") == 1
    return set(told)


def test_players_on_different_servers_are_paired_once_and_play(pair: Pair) -> None:
    async def story() -> None:
        ann, bob = await come(pair.one, pair.other)
        wanted = {"game": "flipflop", "clock": clock()}
        for player in (ann, bob):
            await player.does("seek", **wanted)
        (match,) = await paired(ann, bob)
        for player in (ann, bob):
            await player.does("watch", match=match)
        assert {ann.match(match).sides_of(player.account) for player in (ann, bob)} == {(0,), (1,)}
        assert matches_of(pair, ann, bob) == [match] * 2

    play_through(story)


def test_many_players_on_both_servers_are_paired_once_each(pair: Pair) -> None:
    async def story() -> None:
        wanted = {"game": "flipflop", "clock": clock()}
        players = await come(*[pair.one, pair.other] * EACH)
        await asyncio.gather(*(player.does("seek", **wanted) for player in players))
        told = await asyncio.gather(*(player.hears("paired") for player in players))
        count = Counter(message["match"] for message in told)
        assert set(count.values()) == {2}
        assert Counter(matches_of(pair, *players)) == count
        for player in players:
            await player.go()

    play_through(story)


def test_a_seek_listed_by_one_server_is_taken_at_the_other_by_one_of_many(pair: Pair) -> None:
    async def story() -> None:
        ann, *others = await come(pair.one, *[pair.one, pair.other] * 4)
        same = {"game": "cengers", "clock": clock(), "options": {}, "rated": False, "legs": 1}
        await ann.does("seek", **same)

        def listed() -> list[Message]:
            rows = httpx.get(f"{pair.other.url}/api/lobby").json()["seeks"]
            return [row for row in rows if row["name"] == ann.name]

        await until(listed)
        (row,) = listed()
        answers = await asyncio.gather(*(player.asks("seek", id="take", **same, take=row["id"]) for player in others))
        assert Counter(answer.get("code", "taken") for answer in answers) == {"taken": 1, "gone": len(others) - 1}
        assert english(next(answer["sentence"] for answer in answers if "code" in answer)).startswith(ann.name)
        (taker,) = (player for player, answer in zip(others, answers, strict=True) if "code" not in answer)
        (match,) = await paired(ann, taker)
        again = Player(pair.one if taker.server is pair.other else pair.other, taker.client)
        await again.come()
        await again.does(
            "seek", id="take", **same, take=row["id"]
        )  # the answer was lost, and the other server is asked
        assert matches_of(pair, ann, taker) == [match] * 2

    play_through(story)


def test_a_player_who_changes_servers_waits_once_and_keeps_waiting_when_the_old_connection_closes(pair: Pair) -> None:
    async def story() -> None:
        wanted = {"game": "flipflop", "clock": clock()}
        (ann,) = await come(pair.one)
        await ann.does("seek", id="once", **wanted)
        moved = await Player(pair.other, ann.client).come()
        await moved.does("seek", id="once", **wanted)
        await ann.go()
        bob, cid = await come(pair.one, pair.other)
        await bob.does("seek", **wanted)
        (match,) = await paired(moved, bob)
        await cid.does("seek", **wanted)
        await cid.does("unseek")
        assert matches_of(pair, moved, bob, cid) == [match] * 2

    play_through(story)


def test_without_redis_players_are_still_paired_and_notified(pair: Pair) -> None:
    async def story() -> None:
        async with waiting_on_both(pair) as (pairer, other):
            ann, bob, cid = await come(pairer, other, other)
            wanted = {"game": "flipflop", "clock": clock()}
            pair.redis.freeze()
            await until(lambda: all("bus lost" in [line["what"] for line in each.log] for each in (pairer, other)))
            for player in (ann, bob):
                await player.does("seek", **wanted)
            (match,) = await paired(ann, bob)
            await cid.does("seek", **wanted)
            pair.redis.thaw()
            (dan,) = await come(pairer)
            await dan.does("seek", **wanted)
            await paired(cid, dan)
            assert matches_of(pair, ann, bob) == [match] * 2

    play_through(story)


def test_when_the_pairing_server_is_killed_the_other_one_takes_over(pair: Pair) -> None:
    """Players who waited on the dead server are paired with nobody, unless they come back."""

    async def story() -> None:
        async with waiting_on_both(pair) as (pairer, other):
            wanted = {"game": "flipflop", "clock": clock()}
            gone, back = await come(pairer, pairer)
            for player, options in ((gone, {"n": 10}), (back, {})):
                await player.does("seek", id="once", **wanted, options=options)
            await until(lambda: seeking(pairer) == 4)
            pairer.kill()
            try:
                again = await Player(other, back.client).come()
                await again.does("seek", id="once", **wanted)
                ann, bob = await come(other, other)
                await ann.does("seek", **wanted)
                (match,) = await paired(again, ann)
                assert matches_of(pair, again, ann) == [match] * 2
                await until(lambda: seeking(other) == 1)  # the dead server's seeks are gone
                await bob.does("seek", **wanted, options={"n": 10})
                await until(lambda: seeking(other) == 2)
                assert matches_of(pair, gone, bob) == []
            finally:
                pairer.start()

    play_through(story)
