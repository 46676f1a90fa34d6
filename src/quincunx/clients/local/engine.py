"""What a server does for all its matches, done for one: commit what is asked, let the clock run and the bots move.

The window's server may be at the same database, and at the same match: an append names the version that it follows, and
what is to be done later is claimed, so neither gets in the other's way.
"""

from __future__ import annotations

import asyncio
import secrets

from quincunx.core.random import Random
from quincunx.host.bot_workers import BOT_LEASE, Agents, BotWorkers, lucky
from quincunx.host.host_clock import HostClock
from quincunx.host.jobs import outbox
from quincunx.host.jobs.handlers import JobHandlers
from quincunx.host.jobs.runner import JobRunner
from quincunx.host.live_matches import LiveMatches
from quincunx.host.news import Subscriber
from quincunx.host.outages import ALIVE
from quincunx.host.presence import Absences
from quincunx.host.referee import Referee
from quincunx.play.commands import Pass, PlayerCommand, Resume
from quincunx.play.match import Match
from quincunx.store.store import Store, Unit

LOOK_EVERY = 1.0  # seconds: somebody may play on in the window
LIFE_SIGN = 5_000  # milliseconds: a server that is there has given one within
AT_ONCE = 2  # a bot thinks, and the clock runs out


class Engine:
    """One match, with what happens in it by itself."""

    def __init__(self, store: Store, id: str, *, bot_seconds: float, agents: Agents = lucky) -> None:
        self._store = store
        self._id = id
        self._clock = HostClock()
        self.now = now = self._clock.now
        self._matches = LiveMatches(store, now)
        gaps = self._clock.gaps
        self._referee = Referee(store, self._matches, now, Random(secrets.randbits(64)), gaps)
        self._workers = BotWorkers(1, bot_seconds, agents)
        self._handlers = JobHandlers(store, self._matches, self._referee, Absences(now(), gaps), self._workers, now)
        self._by = secrets.token_hex(8)
        self._runner = JobRunner(
            store,
            now,
            by=self._by,
            kinds=(outbox.FLAG, outbox.BOT),
            most=AT_ONCE,
            lease=BOT_LEASE + int(bot_seconds * 1000),
            do=self._handlers.do,
            about=id,
        )
        self._referee.reserve_bot_turn = lambda id, match: self._runner.reserve()
        self._referee.on_job = self._runner.expect
        self._referee.on_position = self._workers.interrupt
        self._live = self._matches.keep(id)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, subscriber: Subscriber) -> None:
        """Tell the subscriber of the match as it stands and from now on, and let it go on."""
        async with self._matches.hold(self._id) as live:
            match = live.match
            subscriber.on_news(live.news_since(len(live.log), self.now()))
            live.subscribers.add(subscriber)
        await self._take_up(match)
        self._tasks = [asyncio.create_task(run) for run in (self._clock.run(), self._runner.run(), self._look())]

    async def ask(self, account: str, command: PlayerCommand) -> None:
        """What a player asks; it is on the disk, and told, when this returns."""
        await self._referee.ask(self._id, account, command, secrets.token_hex(8))

    async def stop(self) -> None:
        """Leave what was begun to whoever sits down next."""
        self._handlers.stopping = True
        self._workers.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._store.write(lambda unit: unit.jobs.release(self._by))

    async def _take_up(self, match: Match) -> None:
        """A program that died may have claimed the bot's move, and where nobody was there no clock has run."""
        deadline, bot = match.deadline(), match.bot_to_move()

        def work(unit: Unit) -> bool:
            if bot is not None:
                unit.jobs.put(outbox.BOT, self._id, self.now())
            return self.now() - (unit.jobs.due(ALIVE, ALIVE) or 0) < LIFE_SIGN

        if match.awaits_pass():  # so it was left by an earlier version, or so it begins
            await self._referee.settle(self._id, Pass())
        served = await self._store.write(work) if bot is not None or deadline is not None else True
        if deadline is not None and not served:
            await self._referee.settle(self._id, Resume(match.at, self.now()))

    async def _look(self) -> None:
        """See what another process has written, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            async with self._matches.hold(self._id) as live:
                await self._matches.catch_up(live)
