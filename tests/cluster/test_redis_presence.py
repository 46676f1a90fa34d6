"""Presence across processes, over a real Redis that is frozen, killed and emptied, with a clock set by the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from quincunx.host import presence_exchange, redis_bus, redis_presence
from quincunx.host.cancellation import cancel_all
from quincunx.host.live_match import LiveMatch
from quincunx.host.live_processes import SPARED
from quincunx.host.news import News, PresenceNews
from quincunx.host.presence import Absences
from quincunx.host.presence_records import hash_of
from quincunx.host.redis_bus import RedisBus
from quincunx.host.redis_presence import RedisPresence
from quincunx.play.clocks import Fischer
from quincunx.play.events import Created
from quincunx.play.match import Match
from quincunx.play.seats import Person
from quincunx.store.processes import DEAD_AFTER
from services import Redis

DEADLINE = 60
NOON = 1_800_000_000_000
GRACE = 30_000  # of the match below
ANN, BOB = 0, 1


class Client:
    """A client that watches a match."""

    def __init__(self, account: str, lag: int | None = None) -> None:
        self.account = account
        self.lag = lag

    def on_news(self, news: News) -> None:
        pass


class Process:
    """One process of the site, with the one match that all of them share."""

    def __init__(self, site: Site, name: str, started: int) -> None:
        self.name = name
        self.site = site
        self.bus = RedisBus(site.redis.url)
        self.live = LiveMatch("m")
        seats = (Person("ann", "Ann"), Person("bob", "Bob"))
        facts = {"game": "cengers", "options": {}, "clock": Fischer(300, 0), "kind": "challenge"}
        self.live.cached = Match(Created(at=NOON, seats=seats, **facts))  # type: ignore[arg-type]
        self.presence = RedisPresence(self.bus, name, lambda: site.now, site.living)
        self.absences = Absences(started, (), self.presence)
        self.changed = asyncio.Event()
        self.presence.on_change = lambda id: self.changed.set()

    async def start(self) -> None:
        await self.bus.start()
        self.presence.start()
        await self.until(lambda: self.presence.is_certain)

    async def die(self) -> None:
        """Exit without notifying anyone."""
        await cancel_all(self.presence._tasks)
        self.site.servers.discard(self.name)

    def come(self, account: str, lag: int | None = None) -> Client:
        client = Client(account, lag)
        self.live.subscribers.add(client)
        self.absences.note(self.live, account, self.site.now)
        return client

    def go(self, client: Client) -> None:
        self.live.leave(client)
        self.absences.note(self.live, client.account, self.site.now)

    @property
    def news(self) -> PresenceNews:
        return self.absences.news(self.live, self.site.now)

    async def claims(self) -> tuple[int | None, int | None]:
        """When each player may claim, according to the job for absences."""
        there = await self.absences.ask("m")
        return self.absences.claim_at(self.live, ANN, there), self.absences.claim_at(self.live, BOB, there)

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(DEADLINE):
            while not holds():
                await asyncio.sleep(0.01)

    async def shows(self, present: tuple[bool, bool]) -> None:
        await self.until(lambda: self.news.present == present)


class Site:
    """Processes on one Redis, and the servers that are alive according to the database."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.now = NOON
        self.servers: set[str] = set()
        self.processes: list[Process] = []

    async def living(self) -> set[str]:
        return self.servers

    async def start(self, name: str) -> Process:
        process = Process(self, name, self.now)
        self.processes.append(process)
        self.servers.add(name)
        await process.start()
        return process

    async def pass_time(self, milliseconds: int, *beating: Process) -> None:
        """Let time pass, in which these processes check in."""
        until = self.now + milliseconds
        while self.now < until:
            self.now = min(until, self.now + DEAD_AFTER // 2)
            for process in beating:
                process.presence._beat_at = 0.0
                process.presence._wake.set()
                await process.until(lambda at=self.now, process=process: process.presence._heard == at)


@pytest.fixture
def site(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(redis_presence, "SERVERS_FRESH", 0.0)
    for module, name, value in ((redis_bus, "PATIENCE", 0.5), (redis_bus, "PING_EVERY", 0.2)):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(redis_presence, "AGAIN_AFTER", 0.05)
    monkeypatch.setattr(redis_presence, "PACE", 0.01)
    monkeypatch.setitem(redis_bus._OPTIONS, "socket_timeout", 0.5)
    redis.ask("FLUSHALL")
    return Site(redis)


@asynccontextmanager
async def two(site: Site) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes of a site."""
    one, other = await site.start("one"), await site.start("other")
    try:
        yield one, other
    finally:
        for process in site.processes:
            await process.presence.stop()
            await process.bus.stop()


def test_players_of_two_processes_see_each_other(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            ann, bob = one.come("ann", 40), other.come("bob", 70)
            for process in (one, other):
                await process.shows((True, True))
                await process.until(lambda process=process: process.news.lag == (40, 70))
                assert process.news.watchers == 2
                assert await process.claims() == (None, None)
            phone, cid = other.come("ann", 10), other.come("cid")
            await one.until(lambda: one.news.watchers == 4)
            assert one.news.lag == (10, 70)  # that of the better device
            one.go(ann)
            await other.until(lambda: other.news.watchers == 3)
            assert other.news.present == (True, True)  # on her phone
            for client in (phone, bob, cid):
                other.go(client)
            viewer = one.come("")
            await one.shows((False, False))
            assert (one.news.watchers, one.news.claim_at) == (1, (NOON + GRACE, NOON + GRACE))
            one.go(viewer)
            await one.until(lambda: not one.presence._matches._dirty and not one.presence._matches.seen)
            assert set(await one.bus.client.hkeys(hash_of("m"))) == {b"left:ann", b"left:bob"}

    asyncio.run(story())


def test_an_absence_counts_from_the_last_connection_to_any_process(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            ann, bob = one.come("ann"), other.come("bob")
            await one.shows((True, True))
            await site.pass_time(100_000, one, other)
            other.go(bob)
            await one.shows((True, False))
            assert one.news.claim_at == (None, NOON + 100_000 + GRACE)
            one.go(ann)
            await site.pass_time(7_000, one, other)
            third = await site.start("third")  # has no knowledge of its own, and was not running before
            third.absences = Absences(NOON, (), third.presence)
            third.presence._since = NOON
            assert await third.claims() == (NOON + 100_000 + GRACE, NOON + 100_000 + GRACE)

    asyncio.run(story())


def test_players_of_a_dead_process_are_absent_since_it_last_checked_in(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            one.come("ann")
            other.come("bob")
            await one.shows((True, True))
            await site.pass_time(60_000, one, other)
            await other.die()
            await site.pass_time(DEAD_AFTER - 1, one)
            assert one.news.present == (True, True)
            one.changed.clear()
            await site.pass_time(1, one)
            assert one.news.present == (True, False)
            assert one.changed.is_set()  # the watchers are notified
            assert one.news.claim_at == (None, NOON + 60_000 + GRACE) == await one.claims()

    asyncio.run(story())


def test_a_process_that_stops_says_so(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            one.come("ann")
            other.come("bob")
            await one.shows((True, True))
            await other.presence.stop()
            await site.pass_time(1, one)
            assert one.news.present == (True, False)
            assert await one.claims() == (None, NOON + GRACE)  # at once, though the database still lists the server

    asyncio.run(story())


def test_presence_is_uncertain_if_redis_does_not_know_a_server_in_the_database(site: Site) -> None:
    """A server is cut off from Redis, and its players continue to play."""

    async def story() -> None:
        async with two(site) as (one, other):
            one.come("ann")
            other.come("bob")
            await one.shows((True, True))
            await other.die()
            await site.pass_time(DEAD_AFTER + GRACE, one)
            assert await one.claims() == (None, NOON + GRACE)
            site.servers.add("other")
            assert await one.claims() == (None, None)

    asyncio.run(story())


def freeze(redis: Redis) -> None:
    redis.freeze()


def kill(redis: Redis) -> None:
    redis.kill()


def thaw(redis: Redis) -> None:
    redis.thaw()


def start(redis: Redis) -> None:
    redis.start()


@pytest.mark.parametrize(("stop", "go_on"), [(kill, start), (freeze, thaw)])
def test_nobody_loses_by_absence_while_redis_is_unreachable(
    site: Site, stop: Callable[[Redis], None], go_on: Callable[[Redis], None]
) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            one.come("ann")
            bob = other.come("bob")
            for process in (one, other):
                await process.shows((True, True))
            stop(site.redis)
            try:
                await one.until(lambda: not one.presence.is_certain)
                await other.until(lambda: not other.presence.is_certain)
                other.go(bob)
                site.now += 10 * GRACE
                assert one.news.present == (True, True)  # as last known
                assert one.news.claim_at == (None, None) == await one.claims()
                assert other.news.present == (True, False)
                assert other.news.claim_at == (None, None)
            finally:
                go_on(site.redis)
            await one.until(lambda: one.presence.is_certain)
            await other.until(lambda: other.presence.is_certain)
            back = site.now
            await site.pass_time(SPARED, one, other)
            await one.shows((True, False))
            assert await one.claims() == (None, back + GRACE) == await other.claims()

    asyncio.run(story())


def test_when_redis_has_lost_its_data_everything_is_written_again_and_nobody_seems_absent(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            one.come("ann")
            other.come("bob")
            one.presence.share("list", lambda: b"of one")
            await one.shows((True, True))
            await site.pass_time(60_000, one, other)
            site.redis.ask("FLUSHALL")
            seen = set[tuple[bool, bool]]()
            one.presence.on_change = lambda id: seen.add(one.news.present)
            await site.pass_time(1, one)
            assert await one.claims() == (None, None)  # the other process has not checked in yet
            await site.pass_time(1, other, one)
            assert {key async for key in one.bus.client.scan_iter()} >= {hash_of("m").encode()}
            assert await other.presence.shared("list") == [b"of one"]
            await site.pass_time(SPARED, one, other)
            assert one.news.present == (True, True)
            assert seen <= {(True, True)}

    asyncio.run(story())


def test_a_hash_that_has_expired_is_written_again(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            one.come("ann")
            other.come("")
            await other.shows((True, False))
            assert 0 < await one.bus.client.ttl(hash_of("m")) < 3600
            await one.bus.client.delete(hash_of("m"))
            one.presence._refresh_at = 0.0
            await site.pass_time(1, one)
            await one.until(lambda: "other" not in one.presence._matches.seen["m"].records)
            assert set(await one.bus.client.hkeys(hash_of("m"))) == {b"one"}

    asyncio.run(story())


def test_presence_is_known_before_the_first_client_is_notified(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            one.come("ann")
            await one.until(lambda: not one.presence._matches._dirty)
            await one.until(lambda: other.presence.is_certain)
            while not await one.bus.client.exists(hash_of("m")):
                await asyncio.sleep(0.01)
            await other.absences.learn("m")
            assert other.news.present == (True, False)

    asyncio.run(story())


def test_the_texts_of_live_processes_are_shared(site: Site) -> None:
    async def story() -> None:
        async with two(site) as (one, other):
            for process in (one, other):
                process.presence.share("list", lambda process=process: process.name.encode())
            await site.pass_time(1, one, other)
            assert await one.presence.shared("list") == [b"other"]
            await other.die()
            await site.pass_time(DEAD_AFTER, one)
            assert await one.presence.shared("list") == []

    asyncio.run(story())


def test_many_matches_are_written_in_few_round_trips(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence_exchange, "AT_ONCE", 7)

    async def story() -> None:
        async with two(site) as (one, other):
            for number in range(50):
                live = LiveMatch(f"m{number}")
                live.subscribers.add(Client("ann"))
                one.presence.note(live, "ann", NOON)
            await one.until(lambda: not one.presence._matches._dirty)
            async with asyncio.timeout(DEADLINE):
                while len([key async for key in one.bus.client.scan_iter("quincunx:presence:*")]) < 50:
                    await asyncio.sleep(0.01)
            assert other.presence.is_certain

    asyncio.run(story())
