"""Runs one match as a server runs all of its matches: commits commands, runs the clock and lets the bots move.

The window's server may use the same database, and even the same match, at the same time. The two do not interfere,
because an append names the version that it follows and jobs are claimed before they are done.
"""

from __future__ import annotations

import asyncio
import secrets

from quincunx.host.bot_workers import Agents, randomly_seeded
from quincunx.host.host import Host
from quincunx.host.host_clock import HostClock
from quincunx.host.jobs import outbox
from quincunx.host.news import Subscriber
from quincunx.host.site_clock import set_clock
from quincunx.play.commands import Pass, PlayerCommand, Resume
from quincunx.play.match import Match
from quincunx.store.store import Store, Unit

POLL_EVERY = 1.0  # seconds: the match may be continued in the window
SERVER_ALIVE = 5_000  # milliseconds: a running server has sent a heartbeat within this time
AT_ONCE = 2  # jobs: a bot's move and a clock that runs out


class LocalMatch:
    """A running match, with its clock and its bots."""

    def __init__(self, store: Store, id: str, *, bot_seconds: float, agents: Agents = randomly_seeded) -> None:
        self._store = store
        self._id = id
        self._clock = HostClock()
        self._host = host = Host(store, self._clock, bot_workers=1, bot_seconds=bot_seconds, agents=agents)
        self.now = host.now
        runner = host.add_runner((outbox.FLAG, outbox.BOT), AT_ONCE, host.bot_lease, host.handlers.do, about=id)
        host.referee.reserve_bot_turn = lambda id, match: runner.reserve()
        self._live = host.matches.keep(id)

    async def start(self, subscriber: Subscriber) -> None:
        """Send the subscriber the match as it stands and all later news, and start the match."""
        await set_clock(self._store, self._clock)
        async with self._host.matches.hold(self._id) as live:
            match = live.match
            subscriber.on_news(live.news_since(len(live.log), self.now()))
            live.join(subscriber)
        await self._take_up(match)
        self._host.start(self._poll())

    async def ask(self, account: str, command: PlayerCommand) -> None:
        """Carry out a player's command; on return it is on disk and has been published."""
        await self._host.referee.ask(self._id, account, command, secrets.token_hex(8))

    async def stop(self) -> None:
        """Stop; unfinished jobs are left to the next program that opens the match."""
        await self._host.stop()

    async def _take_up(self, match: Match) -> None:
        """Reschedule the bot's move, which a killed program may have claimed, and restart a stopped clock."""
        deadline, bot = match.deadline(), match.bot_to_move()

        def work(unit: Unit) -> bool:
            if bot is not None:
                unit.jobs.put(outbox.BOT, self._id, self.now())
            return self.now() - (unit.processes.last_seen("server") or 0) < SERVER_ALIVE

        if match.awaits_pass():  # an earlier version left the match like this, or it starts like this
            await self._host.referee.settle(self._id, Pass())
        served = await self._store.write(work) if bot is not None or deadline is not None else True
        if deadline is not None and not served:
            await self._host.referee.settle(self._id, Resume(match.at, self.now()))

    async def _poll(self) -> None:
        """Poll for changes by other processes, until cancelled."""
        while True:
            await asyncio.sleep(POLL_EVERY)
            async with self._host.matches.hold(self._id) as live:
                await self._host.matches.catch_up(live)
