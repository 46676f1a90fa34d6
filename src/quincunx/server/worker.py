"""A worker: a process of a site that only plays the bots' turns and reviews matches, to relieve the servers.

It shares the servers' database and bus, and claims the same jobs: any number of workers may come and go. If one dies,
its claims expire and another process takes over.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from quincunx.host.bot_scheduler import add_bots
from quincunx.host.bus import Bus
from quincunx.host.bus_address import open_bus
from quincunx.host.fair_shares import shares_of
from quincunx.host.host import Host
from quincunx.host.host_clock import HostClock
from quincunx.host.jobs.reviews import ReviewJobs
from quincunx.host.site_clock import set_clock
from quincunx.play.match import Match
from quincunx.play.seats import Person
from quincunx.protocol import messages
from quincunx.server import logs
from quincunx.server.config import Config
from quincunx.server.host_metrics import measure
from quincunx.server.live.account_hints import tell_elsewhere
from quincunx.server.metrics import Metrics
from quincunx.server.worker_health import answer_health
from quincunx.store.site_lock import SiteLock, open_site_lock
from quincunx.store.store import Store
from quincunx.store.upgrade import upgrade

log = logging.getLogger("quincunx.worker")

CHECK_EVERY = 2.0  # seconds between two checks of the lock on the database
SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Worker:
    """The bots and the reviews of one process."""

    def __init__(self, config: Config, store: Store, clock: HostClock, bus: Bus, metrics: Metrics) -> None:
        bots, seconds = config.bots, config.bot_seconds
        self.store = store
        self.host = host = Host(store, clock, bot_workers=bots + 1, bot_seconds=seconds, bus=bus, kind="worker")
        self.stopping = False
        self._reviews = ReviewJobs(store, config.reviews, host.now, self._reviewed)
        if bots:
            add_bots(host, shares_of(bus), bots=bots, seconds=seconds)
        self._reviews.add_to(host)
        host.referee.on_match = self._made
        measure(metrics, host, self._reviews)

    @property
    def at_work(self) -> bool:
        """Whether all background tasks are running."""
        return self.host.at_work

    async def start(self) -> None:
        """Send a heartbeat, and start running jobs."""
        assert self.host.heartbeat is not None
        await self.host.heartbeat.send()
        self.host.start(self.host.heartbeat.run())

    async def stop(self) -> None:
        """Stop at once, and leave unfinished jobs to the other processes."""
        self.stopping = True
        self._reviews.stop()
        await self.host.stop()
        await self.store.write(lambda unit: unit.processes.remove([self.host.id]))

    def _reviewed(self, account: str, match: str) -> None:
        tell_elsewhere(self.host.bus, account, messages.Reviewed(match=match))

    def _made(self, id: str, match: Match) -> None:
        """Notify the players of the second of two games, if a bot has ended the first one."""
        for seat in match.seats:
            if isinstance(seat, Person):
                tell_elsewhere(self.host.bus, seat.account, messages.Paired(match=id))


def work(config: Config, port: int | None) -> None:
    """Create or upgrade the database, and work until SIGTERM or SIGINT; with a port, report the worker's health there.

    Raises SiteTaken if a server without a bus is using the database, because it would not notice what is done here.
    """
    logs.set_up(config.log_level, config.log_format)
    lock = open_site_lock(config.database, shared=True)
    lock.take()
    try:
        upgrade(config.database)
        asyncio.run(_work(config, port, lock))
    finally:
        lock.release()


async def _work(config: Config, port: int | None, lock: SiteLock) -> None:
    stopped = asyncio.Event()
    for number in SIGNALS:
        with suppress(NotImplementedError):  # on Windows, where Ctrl-C cancels this task
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        worker = await stack.enter_async_context(_running(config, metrics))
        if port is not None:
            await stack.enter_async_context(answer_health(config, worker, metrics, port))
        log.info("working", extra={"id": worker.host.id, "bots": config.bots, "reviews": config.reviews})
        await _until(stopped, lock)
        log.info("stopping", extra={"id": worker.host.id})


async def _until(stopped: asyncio.Event, lock: SiteLock) -> None:
    """Wait for the end, keeping the lock until then; raises SiteTaken if the lock was lost to another server."""
    while not stopped.is_set():
        with suppress(TimeoutError):
            async with asyncio.timeout(CHECK_EVERY):
                await stopped.wait()
                return
        await asyncio.to_thread(lock.check)


@asynccontextmanager
async def _running(config: Config, metrics: Metrics) -> AsyncIterator[Worker]:
    store, clock, bus = Store(config.database), HostClock(), open_bus(config.bus)
    await bus.start()
    try:
        await set_clock(store, clock)
        worker = Worker(config, store, clock, bus, metrics)
        await worker.start()
        try:
            yield worker
        finally:
            await worker.stop()
    finally:
        await bus.stop()
        await store.close()
