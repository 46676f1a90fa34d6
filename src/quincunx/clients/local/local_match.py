"""What a server does for all its matches, done for one: commit what is asked, let the clock run and the bots move.

The window's server may be at the same database, and at the same match: an append names the version that it follows, and
what is to be done later is claimed, so neither gets in the other's way.
"""

from __future__ import annotations

import asyncio
import secrets

from quincunx.host.bot_workers import Agents, lucky
from quincunx.host.host import Host
from quincunx.host.host_clock import HostClock
from quincunx.host.jobs import outbox
from quincunx.host.news import Subscriber
from quincunx.host.outages import ALIVE
from quincunx.play.commands import Pass, PlayerCommand, Resume
from quincunx.play.match import Match
from quincunx.store.store import Store, Unit

LOOK_EVERY = 1.0  # seconds: somebody may play on in the window
LIFE_SIGN = 5_000  # milliseconds: a server that is there has given one within
AT_ONCE = 2  # a bot thinks, and the clock runs out


class LocalMatch:
    """One match, with what happens in it by itself."""

    def __init__(self, store: Store, id: str, *, bot_seconds: float, agents: Agents = lucky) -> None:
        self._store = store
        self._id = id
        self._host = host = Host(store, HostClock(), bot_workers=1, bot_seconds=bot_seconds, agents=agents)
        self.now = host.now
        runner = host.add_runner((outbox.FLAG, outbox.BOT), AT_ONCE, host.bot_lease, host.handlers.do, about=id)
        host.referee.reserve_bot_turn = lambda id, match: runner.reserve()
        self._live = host.matches.keep(id)

    async def start(self, subscriber: Subscriber) -> None:
        """Tell the subscriber of the match as it stands and from now on, and let it go on."""
        async with self._host.matches.hold(self._id) as live:
            match = live.match
            subscriber.on_news(live.news_since(len(live.log), self.now()))
            live.subscribers.add(subscriber)
        await self._take_up(match)
        self._host.start(self._look())

    async def ask(self, account: str, command: PlayerCommand) -> None:
        """What a player asks; it is on the disk, and told, when this returns."""
        await self._host.referee.ask(self._id, account, command, secrets.token_hex(8))

    async def stop(self) -> None:
        """Leave what was begun to whoever sits down next."""
        await self._host.stop()

    async def _take_up(self, match: Match) -> None:
        """A program that died may have claimed the bot's move, and where nobody was there no clock has run."""
        deadline, bot = match.deadline(), match.bot_to_move()

        def work(unit: Unit) -> bool:
            if bot is not None:
                unit.jobs.put(outbox.BOT, self._id, self.now())
            return self.now() - (unit.jobs.due(ALIVE, ALIVE) or 0) < LIFE_SIGN

        if match.awaits_pass():  # so it was left by an earlier version, or so it begins
            await self._host.referee.settle(self._id, Pass())
        served = await self._store.write(work) if bot is not None or deadline is not None else True
        if deadline is not None and not served:
            await self._host.referee.settle(self._id, Resume(match.at, self.now()))

    async def _look(self) -> None:
        """See what another process has written, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            async with self._host.matches.hold(self._id) as live:
                await self._host.matches.catch_up(live)
