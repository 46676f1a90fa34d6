"""A server's live part without sockets, for tests of jobs; the test sets its clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quincunx.core.random import Random
from quincunx.host.bot_workers import BotWorkers
from quincunx.host.heartbeat import Heartbeat
from quincunx.host.host_clock import Gap
from quincunx.host.jobs import outbox
from quincunx.host.jobs.handlers import JobHandlers
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_creation import create_match
from quincunx.host.news import News
from quincunx.host.outages import Outages
from quincunx.host.presence import Absences
from quincunx.host.referee import Referee
from quincunx.host.site_gaps import SiteGaps
from quincunx.play.clocks import Clock
from quincunx.play.events import Created
from quincunx.play.match import Match
from quincunx.play.seats import Person, Seat
from quincunx.store.jobs import Job
from quincunx.store.store import Store
from quincunx.store.upgrade import upgrade

NOON = 1_800_000_000_000
KINDS = (outbox.FLAG, outbox.BOT, outbox.ABSENCE)
LEASE = 5_000


class Watching:
    """A player's client."""

    def __init__(self, account: str) -> None:
        self.account = account
        self.lag: int | None = None

    def on_news(self, news: News) -> None:
        pass


class Setup:
    """A server's live part without sockets, and a clock set by the test."""

    def __init__(self, store: Store) -> None:
        self.now = NOON
        self.store = store
        self.matches = LiveMatches(store, lambda: self.now)
        self.gaps: list[Gap] = []
        self.heartbeat = Heartbeat(store, "this", "server", lambda: self.now)
        self.site_gaps = SiteGaps(store, lambda: self.now, self.gaps)
        self.referee = Referee(store, self.matches, lambda: self.now, Random(1), self.site_gaps)
        self.absences = Absences(NOON, self.gaps)
        self.outages = Outages(store, self.referee, lambda: self.now, self.heartbeat, self.site_gaps)
        self.workers = BotWorkers(2, 0.05)
        self.handlers = JobHandlers(store, self.matches, self.referee, self.absences, self.workers, lambda: self.now)

    async def begin(self, clock: Clock, game: str = "cengers", second: Seat | None = None) -> str:
        """Begin a match between Ann, who moves first, and Bob, or the given opponent."""
        ann, bob = await self.store.write(lambda unit: [unit.accounts.add_guest(NOON) for _ in range(2)])
        self.ann, self.bob = ann.id, bob.id
        made = Match(
            Created(
                at=self.now,
                game=game,
                options={},
                seats=(Person(ann.id, "Ann"), second or Person(bob.id, "Bob")),
                clock=clock,
                kind="challenge",
            )
        )
        await self.store.write(lambda unit: create_match(unit, "m", made.created, None))
        return "m"

    async def claim(self, by: str = "one") -> list[Job]:
        return await self.store.write(lambda unit: unit.jobs.claim(KINDS, now=self.now, lease=LEASE, by=by))

    async def pass_time(self, milliseconds: int) -> None:
        """Let time pass; each job is done at the time when it is due."""
        until = self.now + milliseconds
        while True:
            due = await self.store.read(lambda unit: unit.jobs.next_due(KINDS))
            if due is None or due > until:
                break
            self.now = max(self.now, due)
            for job in await self.claim():
                await self.handlers.do(job)
        self.now = until

    async def match(self) -> Match:
        async with self.matches.hold("m") as live:
            return live.match

    @asynccontextmanager
    async def watching(self, *accounts: str) -> AsyncIterator[None]:
        """Keep these players connected."""
        clients = [Watching(account) for account in accounts]
        async with self.matches.hold("m") as live:
            live.users += 1
            for client in clients:
                live.subscribers.add(client)
                self.absences.note(live, client.account, self.now)
        yield
        for client in clients:
            live.subscribers.discard(client)
            self.absences.note(live, client.account, self.now)
        self.matches.let_go(live)


@pytest.fixture
def run_story(tmp_path: Path) -> Callable[[Callable[[Setup], Awaitable[None]]], None]:
    """Runs a story on a setup with a separate database."""
    url = f"sqlite:///{tmp_path / 'test.db'}"
    upgrade(url)

    def run(story: Callable[[Setup], Awaitable[None]]) -> None:
        async def live() -> None:
            store = Store(url)
            setup = Setup(store)
            try:
                await story(setup)
            finally:
                setup.workers.stop()
                await store.close()

        asyncio.run(live())

    return run


Run = Callable[[Callable[[Setup], Awaitable[None]]], None]
