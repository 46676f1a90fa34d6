"""Assembles everything that plays live matches, for a server and for matches on the local machine."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from quincunx.core.random import Random
from quincunx.host.bot_workers import BOT_LEASE, Agents, BotWorkers, randomly_seeded
from quincunx.host.bus import Bus, MemoryBus
from quincunx.host.cancellation import cancel_all
from quincunx.host.heartbeat import Heartbeat
from quincunx.host.host_clock import HostClock
from quincunx.host.jobs.handlers import JobHandlers
from quincunx.host.jobs.job_hints import JobHints
from quincunx.host.jobs.runner import JobRunner
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_factory import MatchFactory
from quincunx.host.match_hints import MatchHints
from quincunx.host.presence import Absences
from quincunx.host.presence_store import MemoryPresence, PresenceStore
from quincunx.host.referee import Referee
from quincunx.host.site_clock import keep_time
from quincunx.host.site_gaps import SiteGaps
from quincunx.store.jobs import Job
from quincunx.store.processes import Kind
from quincunx.store.store import Store


class Host:
    """The matches in memory, the referee, the factory, the bots, and the job runners."""

    def __init__(
        self,
        store: Store,
        clock: HostClock,
        *,
        bot_workers: int,
        bot_seconds: float,
        agents: Agents = randomly_seeded,
        bus: Bus | None = None,
        kind: Kind | None = None,
    ) -> None:
        """With `kind`, the host is one of the processes of a site, and may send heartbeats."""
        self.id = secrets.token_hex(8)  # identifies this process, in the database and to the other processes
        self.store = store
        self.bus = MemoryBus() if bus is None else bus
        self.now = now = clock.now
        self.heartbeat = None if kind is None else Heartbeat(store, self.id, kind, now)
        self.gaps = SiteGaps(store, now, clock.gaps, self.heartbeat)
        self.bot_lease = BOT_LEASE + int(bot_seconds * 1000)
        random = Random(secrets.randbits(64))
        self.matches = LiveMatches(store, now)
        self.presence = self._presence()
        self.absences = Absences(now(), clock.gaps, self.presence)
        self.referee = Referee(store, self.matches, now, random, self.gaps)
        self.factory = MatchFactory(store, now, random)
        self.bot_workers = BotWorkers(bot_workers, bot_seconds, agents)
        self.handlers = JobHandlers(store, self.matches, self.referee, self.absences, self.bot_workers, now)
        self.referee.on_job = self.factory.on_job = self.expect
        self.hints = MatchHints(self.bus, store, self.matches)
        self.referee.on_published = self.hints.publish
        self.referee.on_uncertain = self._on_uncertain
        self.handlers.follow = self.hints.follow if self.bus.is_shared else None
        self.referee.on_position = self.matches.on_position = self.bot_workers.interrupt
        self.referee.on_over = self.absences.forget
        self._clock = clock
        self._runners: list[JobRunner] = []
        self._job_hints = JobHints(self.bus, self._runners, now)
        self._tasks: list[asyncio.Task[None]] = []

    def _presence(self) -> PresenceStore:
        """Who is present in any of the processes that share the bus."""
        if isinstance(self.bus, MemoryBus):
            return MemoryPresence()
        from quincunx.host.redis_bus import RedisBus  # needs an extra
        from quincunx.host.redis_presence import RedisPresence

        assert isinstance(self.bus, RedisBus)
        return RedisPresence(self.bus, self.id, self.now, self._living_servers)

    async def _living_servers(self) -> list[str]:
        living = await self.store.read(lambda unit: unit.processes.living(self.now()))
        return [process.id for process in living if process.kind == "server"]

    def add_runner(
        self,
        kinds: Sequence[str],
        most: int,
        lease: int,
        do: Callable[[Job], Awaitable[None]],
        *,
        about: str | None = None,
        pick: Callable[[int], Awaitable[Sequence[str]]] | None = None,
    ) -> JobRunner:
        """Run jobs of these kinds, up to `most` at once; with `about`, only those of that match."""
        runner = JobRunner(
            self.store,
            self.now,
            by=self.id,
            kinds=kinds,
            most=most,
            lease=lease,
            do=do,
            about=about,
            pick=pick,
            longest_sleep=self._job_hints.longest_sleep,
        )
        self._runners.append(runner)
        return runner

    def expect(self, kind: str, due: int) -> None:
        """Notify the job runners, here and in other processes, that a job will be due at that time."""
        self._job_hints.expect(kind, due)

    def _on_uncertain(self, id: str) -> None:
        """Look for the events and jobs of a commit that may have been carried out."""
        self.hints.check(id)
        self._job_hints.check()

    def start(self, *more: Coroutine[Any, Any, None]) -> None:
        """Start the runners, and anything else that should run as long as the host does."""
        self._job_hints.start()
        keeping = [keep_time(self.store, self._clock)] if self.store.has_clock else []
        runs = [self._clock.run(), *keeping, self.hints.run(), *(runner.run() for runner in self._runners), *more]
        self._tasks = [asyncio.create_task(run) for run in runs]
        self.presence.start()

    @property
    def at_work(self) -> bool:
        """Whether all tasks are running."""
        return bool(self._tasks) and not any(task.done() for task in self._tasks)

    async def stop(self) -> None:
        """Stop, and release unfinished jobs to other processes."""
        self.handlers.stopping = True
        self.bot_workers.stop()
        await cancel_all(self._tasks)
        await self.presence.stop()
        await self.store.write(lambda unit: unit.jobs.release(self.id))
        self._job_hints.released()
