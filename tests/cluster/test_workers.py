"""Workers: processes that play the bots' turns and review matches for servers, and that die and come back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, TypeVar

import httpx
import pytest
from sqlalchemy import select

import commands
from backends.games import keep, played
from live.players import UNTIMED, Player, guest, play_through
from live.stored import read_stored
from quincunx.host.bot_workers import BOT_LEASE
from quincunx.host.jobs import outbox
from quincunx.play.events import Acted
from quincunx.play.seats import Bot, Person
from quincunx.store.schema import jobs
from quincunx.store.store import Store, Unit
from servers import Server, Workers, running
from services import Redis

T = TypeVar("T")

FEW = {"bots": 0, "reviews": 0, "messages_a_second": 100_000}  # the settings of a server that leaves work to workers
LONGEST = 8  # the level that uses all of its time
LONG_MATCH = 80  # actions: with few nodes for each, a worker that gets little time makes progress soon, and is not done
SHORT_LEASES = {  # of reviews
    "quincunx.host.jobs.reviews.LEASE": 2_000,
    "quincunx.host.jobs.reviews.RENEW_EVERY": 200,
    "quincunx.host.jobs.reviews.NOTE_EVERY": 0.1,
    "quincunx.host.jobs.reviews.NODES": 6_000,
}
QUICK_REVIEWS = SHORT_LEASES | {"quincunx.host.jobs.reviews.NODES": 300}


class Site:
    """A server that leaves bots and reviews to workers, and a way to start those."""

    def __init__(self, stack: ExitStack, database: str, bus: str) -> None:
        self._stack = stack
        self.database = database
        self._bus = bus
        self.server = stack.enter_context(running(database, bus=bus, **FEW))

    def worker(self, bots: int = 1, reviews: int = 0, **settings: object) -> Server:
        """Start a worker."""
        numbers = {"bots": bots, "reviews": reviews, "bus": self._bus, "log_level": "debug"}
        return self._stack.enter_context(running(self.database, Workers, **(numbers | settings)))

    async def read(self, work: Callable[[Unit], T]) -> T:
        """Read from the database."""
        store = Store(self.database)
        try:
            return await store.read(work)
        finally:
            await store.close()

    async def write(self, work: Callable[[Unit], T]) -> T:
        """Write to the database."""
        store = Store(self.database)
        try:
            return await store.write(work)
        finally:
            await store.close()

    async def claim(self, match: str) -> Any:
        """The row of the bot's turn."""
        mine = select(jobs).where(jobs.c.kind == outbox.BOT, jobs.c.subject == match)
        return await self.read(lambda unit: unit.connection.execute(mine).one())


@pytest.fixture
def site(new_postgresql: Callable[[], str], redis: Redis) -> Iterator[Site]:
    with ExitStack() as stack:
        yield Site(stack, new_postgresql(), redis.url)


async def against(player: Player, level: int) -> str:
    """A match against a bot, after the player's first move."""
    asked = {"game": "cengers", "clock": UNTIMED, "colour": "first", "opponent": {"kind": "bot", "level": level}}
    made = await player.does("create", **asked)
    await player.does("watch", match=made["match"])
    assert (await player.plays(made["match"], "f3-e3"))["type"] == "ack"
    return str(made["match"])


async def answered(player: Player, match: str) -> None:
    """Wait for the bot's move."""
    await player.until(lambda: player.match(match).state.ply == 2)


async def logged(process: Server, what: str, **fields: object) -> dict[str, Any]:
    return await asyncio.to_thread(process.wait_for_log, what, **fields)


def test_a_bot_on_a_server_without_bots_is_played_by_a_worker(site: Site) -> None:
    """Low levels answer on the server itself, even if there is no worker."""

    async def story() -> None:
        await logged(site.server, "workers", count=0)
        ann = await guest(site.server).come()
        await answered(ann, await against(ann, 1))
        waiting = await against(ann, LONGEST)
        worker = site.worker(bot_seconds=0.1)
        await answered(ann, waiting)
        await answered(ann, await against(ann, LONGEST))
        known = {path: httpx.get(worker.url + path) for path in ("/health", "/ready", "/metrics")}
        assert {path: answer.status_code for path, answer in known.items()} == dict.fromkeys(known, 200)
        assert "quincunx_events_total 2.0" in known["/metrics"].text
        assert worker.stop() == 0
        assert await site.read(lambda unit: unit.processes.all("worker")) == []

    play_through(story)


@pytest.mark.parametrize("end", [Server.kill, Server.freeze], ids=["killed", "frozen"])
def test_the_turn_of_a_lost_worker_is_played_by_another(site: Site, end: Callable[[Server], None]) -> None:
    """It is played only once, even if the first worker comes back and finishes it."""

    async def story() -> None:
        first = site.worker(bot_seconds=1.0)
        ann = await guest(site.server).come()
        match = await against(ann, LONGEST)
        await logged(first, "job begun", subject=match)
        end(first)
        second = site.worker(bot_seconds=0.1)
        await answered(ann, match)
        if end is Server.freeze:
            first.thaw()
            await answered(ann, await against(ann, LONGEST))
        second.stop()
        stored = await read_stored(site.database, [match])
        assert len([event for event in stored.logs[match] if isinstance(event, Acted)]) == 2
        assert stored.differences == []

    play_through(story)


def test_the_account_that_requested_a_review_is_notified_when_a_worker_has_made_it(site: Site) -> None:
    async def story() -> None:
        site.worker(bots=0, reviews=1)
        ann = await guest(site.server).come()
        match = await against(ann, 1)
        assert (await ann.asks_of(match, "resign"))["type"] == "ack"
        assert ann.client is not None
        assert ann.client.post(f"/api/matches/{match}/review").status_code == 202
        assert (await ann.hears("reviewed"))["match"] == match

    play_through(story)


def test_a_worker_that_stops_releases_its_turn_at_once(site: Site) -> None:
    async def story() -> None:
        first = site.worker(bot_seconds=60)
        ann = await guest(site.server).come()
        match = await against(ann, LONGEST)
        await logged(first, "job begun", subject=match)
        until = (await site.claim(match)).claimed_until
        second = site.worker(bot_seconds=60)
        assert first.stop() == 0
        await logged(second, "job begun", subject=match)
        claim = await site.claim(match)
        assert claim.claimed_until - (BOT_LEASE + 60_000) < until  # claimed before the first claim expired
        assert second.stop() == 0
        assert (await site.claim(match)).claimed_by is None

    play_through(story)


def test_a_worker_stops_thinking_when_the_match_is_over(site: Site) -> None:
    async def story() -> None:
        worker = site.worker(bot_seconds=60)
        ann = await guest(site.server).come()
        match = await against(ann, LONGEST)
        await logged(worker, "job begun", subject=match)
        await ann.asks_of(match, "resign")
        other = await against(ann, LONGEST)  # the only bot has time for it
        await logged(worker, "job begun", subject=other)

    play_through(story)


@pytest.mark.parametrize("end", [Server.stop, Server.kill, Server.freeze], ids=["stopped", "killed", "frozen"])
def test_another_worker_makes_the_review_of_a_lost_one(
    site: Site, end: Callable[[Server], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made only once, and the account is notified once, even if the first worker comes back and finishes it."""
    monkeypatch.setenv("TEST_CONSTANTS", json.dumps(SHORT_LEASES))

    async def story() -> None:
        ann = await guest(site.server).come()
        first = site.worker(bots=0, reviews=1)
        match = await ask_for_review(site, ann, LONG_MATCH)
        while not (await site.read(lambda unit: unit.reviews.find(match))).progress:
            await asyncio.sleep(0.02)
        end(first)
        left = await site.read(lambda unit: unit.reviews.find(match))
        assert left is not None
        assert left.progress < 1  # so there is something left for the second worker
        assert await site.read(lambda unit: unit.jobs.due("review", match)) is not None
        monkeypatch.setenv("TEST_CONSTANTS", json.dumps(QUICK_REVIEWS))
        second = site.worker(bots=0, reviews=1)
        await ann.hears("reviewed", match=match)
        if end is Server.freeze:
            second.stop()
            first.thaw()
            await ann.hears("reviewed", match=await ask_for_review(site, ann, 2))  # it has no room for two at once
        else:
            await ann.does("ping")
        assert [message.get("match") for message in ann.heard if message["type"] == "reviewed"].count(match) == 1
        assert ann.client is not None
        assert ann.client.get(f"/api/matches/{match}/review").json()["state"] == "done"
        status = await site.read(lambda unit: unit.reviews.find(match))
        assert status.progress == 1
        assert await site.read(lambda unit: unit.jobs.due("review", match)) is None

    play_through(story)


async def ask_for_review(site: Site, player: Player, moves: int) -> str:
    """Request the review of a finished match of the player."""
    seats = Person(player.account, "x"), Bot(1)
    match = await site.write(lambda unit: keep(unit, played("cengers", seats, winner=0, kind="bot", moves=moves))[0])
    assert player.client is not None
    assert player.client.post(f"/api/matches/{match}/review").json()["state"] == "waiting"
    return str(match)


def test_a_worker_does_not_start_beside_a_server_without_a_bus(new_postgresql: Callable[[], str], redis: Redis) -> None:
    database = new_postgresql()
    with running(database):
        done = commands.run("workers", "--database", database, "--bus", redis.url)
        assert (done.returncode, "a server without --bus" in done.stderr) == (2, True)
