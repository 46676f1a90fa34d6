"""What a server does for all its matches, done for one: commit what is asked, let the clock run and the bots move.

The window's server may be at the same database, and at the same match: an append names the version that it follows, and
what is to be done later is claimed, so neither gets in the other's way.
"""

from __future__ import annotations

import asyncio
import secrets

from quincunx.core.random import Random
from quincunx.play.commands import Pass, PlayerCommand, Resume
from quincunx.play.match import Match
from quincunx.server.live import chores
from quincunx.server.live.duties import Duties
from quincunx.server.live.errands import Errands
from quincunx.server.live.hub import BOT_LEASE
from quincunx.server.live.outages import ALIVE
from quincunx.server.live.presence import Absences
from quincunx.server.live.referee import Referee
from quincunx.server.live.tables import Tables, Watcher
from quincunx.server.live.thinking import Agents, Thinkers, lucky
from quincunx.server.live.uptime import Uptime
from quincunx.store.store import Store, Unit

LOOK_EVERY = 1.0  # seconds: somebody may play on in the window
LIFE_SIGN = 5_000  # milliseconds: a server that is there has given one within
AT_ONCE = 2  # a bot thinks, and the clock runs out


class Engine:
    """One match, with what happens in it by itself."""

    def __init__(self, store: Store, id: str, *, bot_seconds: float, agents: Agents = lucky) -> None:
        self._store = store
        self._id = id
        self._uptime = Uptime()
        self.now = now = self._uptime.now
        self._tables = Tables(store, now)
        gaps = self._uptime.gaps
        self._referee = Referee(store, self._tables, now, Random(secrets.randbits(64)), gaps)
        self._thinkers = Thinkers(1, bot_seconds, agents)
        self._duties = Duties(store, self._tables, self._referee, Absences(now(), gaps), self._thinkers, now)
        self._by = secrets.token_hex(8)
        self._errands = Errands(
            store,
            now,
            by=self._by,
            kinds=(chores.FLAG, chores.BOT),
            most=AT_ONCE,
            lease=BOT_LEASE + int(bot_seconds * 1000),
            do=self._duties.do,
            about=id,
        )
        self._referee.on_job = self._errands.expect
        self._referee.on_position = self._thinkers.interrupt
        self._table = self._tables.keep(id)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, watcher: Watcher) -> None:
        """Tell the watcher of the match from its beginning on, and let it go on."""
        async with self._tables.hold(self._id) as table:
            match = table.match
            watcher.send(table.told_since(0, self.now()))
            table.watchers.add(watcher)
        await self._take_up(match)
        self._tasks = [asyncio.create_task(run) for run in (self._uptime.run(), self._errands.run(), self._look())]

    async def ask(self, account: str, command: PlayerCommand) -> None:
        """What a player asks; it is on the disk, and told, when this returns."""
        await self._referee.ask(self._id, account, command, secrets.token_hex(8))

    async def stop(self) -> None:
        """Leave what was begun to whoever sits down next."""
        self._duties.stopping = True
        self._thinkers.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._store.write(lambda unit: unit.jobs.release(self._by))

    async def _take_up(self, match: Match) -> None:
        """A program that died may have claimed the bot's move, and where nobody was there no clock has run."""
        deadline, bot = match.deadline(), match.bot_to_move()

        def work(unit: Unit) -> bool:
            if bot is not None:
                unit.jobs.put(chores.BOT, self._id, self.now())
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
            async with self._tables.hold(self._id) as table:
                await self._tables.catch_up(table)
