"""Presence across the processes of a site, in Redis, where entries expire unless they are refreshed.

    check-ins        when each process was last alive
    presence:MATCH   who is present at a match, in which process: see presence_records
    shared:NAME      the processes' texts: see shared_texts

A process that has not checked in recently has nobody present, so only processes check in, not matches or connections.
While Redis cannot be asked, and after it has lost its data, nothing is certain. Each process then writes everything
again as soon as it can, and no absence counts before that.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any

from quincunx.host.cancellation import cancel_all
from quincunx.host.live_match import LiveMatch
from quincunx.host.live_processes import CHECK_INS, EVERY, KEPT, LiveProcesses
from quincunx.host.presence_exchange import PresenceExchange
from quincunx.host.presence_records import MARGIN, Fields, hash_of, last_present, present_in
from quincunx.host.presence_store import Elsewhere, PresenceStore
from quincunx.host.redis_bus import AGAIN_AFTER, FAULTS, PATIENCE, RedisBus
from quincunx.host.shared_texts import SharedTexts
from quincunx.store.processes import DEAD_AFTER

log = logging.getLogger("quincunx.host")

PACE = 0.1  # seconds: changes within that time are written together
LEARN_WITHIN = 0.5  # seconds that a client waits to learn who is present elsewhere
REFRESH = MARGIN / 3  # seconds between two refreshes of the matches' hashes
SERVERS_FRESH = 1.0  # seconds before the live servers are looked up again

UNKNOWN = Elsewhere(is_certain=False)

Servers = Callable[[], Awaitable[Collection[str]]]


class RedisPresence(PresenceStore):
    """Presence in one of several processes.

    `servers` finds the server processes that are alive according to the database. If one of them has not checked
    in with Redis recently, it is unknown who is present there.
    """

    def __init__(self, bus: RedisBus, process: str, now: Callable[[], int], servers: Servers) -> None:
        super().__init__()
        self._bus = bus
        self._redis: Any = bus.client  # redis-py's types do not say that responses are bytes
        self._process = process
        self._now = now
        self._servers = servers
        self._living: Collection[str] = ()
        self._processes = LiveProcesses(process)
        self._matches = PresenceExchange(bus, process, self._processes, now)
        self._matches.on_change = lambda id: self.on_change(id)
        self._texts = SharedTexts(bus, process)
        self._heard = 0  # when this process last checked in with Redis; 0 if everything has to be written again
        self._since = 0  # since when everything has been certain
        self._check_in_at = self._refresh_at = self._servers_at = 0.0  # on the monotonic clock
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._unfollow: Callable[[], None] = lambda: None

    # -- what happens in this process --

    def note(self, live: LiveMatch, account: str, now: int) -> None:
        if account:
            self._matches.note_player(live, account, now)
        self.note_lag(live)

    def note_lag(self, live: LiveMatch) -> None:
        self._matches.note(live)
        self._wake.set()

    def forget(self, id: str) -> None:
        self._matches.left.pop(id, None)

    def share(self, name: str, make: Callable[[], bytes]) -> None:
        self._texts.add(name, make)

    # -- what is known --

    @property
    def is_certain(self) -> bool:
        """Whether this process has checked in with Redis recently."""
        return self._now() - self._heard < DEAD_AFTER

    def elsewhere(self, id: str) -> Elsewhere:
        return self._combined(id, self._matches.seen.get(id, Fields()), self._processes)

    def _combined(self, id: str, fields: Fields, processes: LiveProcesses) -> Elsewhere:
        lags, watchers = present_in(fields.records, processes)
        left = last_present(fields, processes) | self._matches.left.get(id, {})
        return Elsewhere(lags, watchers, left, self._since, self.is_certain)

    async def learn(self, id: str) -> None:
        if id in self._matches.seen or not self.is_certain:
            return
        with suppress(*FAULTS):
            async with asyncio.timeout(LEARN_WITHIN):
                await self._matches.learn(id)

    async def ask(self, id: str) -> Elsewhere:
        processes = LiveProcesses(self._process)
        try:
            pipeline = self._redis.pipeline(transaction=False).hgetall(CHECK_INS).hgetall(hash_of(id))
            times, fields = await pipeline.execute()
        except FAULTS:
            return UNKNOWN
        processes.read(times, self._now())
        living = {self._process, *await self._living_servers()}
        if not self.is_certain or not living <= processes.alive | processes.stopped:
            return UNKNOWN
        return self._combined(id, self._matches.of_others(fields), processes)

    async def _living_servers(self) -> Collection[str]:
        if time.monotonic() >= self._servers_at:
            self._living = await self._servers()
            self._servers_at = time.monotonic() + SERVERS_FRESH
        return self._living

    async def shared(self, name: str) -> list[bytes]:
        with suppress(*FAULTS):
            if self.is_certain:
                return await self._texts.others(name, sorted(self._processes.alive))
        return []

    # -- exchanging --

    def start(self) -> None:
        self._unfollow = self._bus.follow(f"presence:{self._process}", self._on_hint, self._on_missed)
        self._tasks = [asyncio.create_task(self._run())]

    async def stop(self) -> None:
        self._unfollow()
        await cancel_all(self._tasks)
        with suppress(*FAULTS):
            async with asyncio.timeout(PATIENCE):
                await self._matches.exchange()
                await self._redis.hset(CHECK_INS, self._process, -self._now())

    def _on_hint(self, hint: bytes) -> None:
        self._matches.read_again(hint.decode().split())
        self._wake.set()

    def _on_missed(self) -> None:
        self._matches.read_again()
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await self._round()
            except FAULTS as error:
                self._note_loss(f"{type(error).__name__}: {error}")
                await asyncio.sleep(AGAIN_AFTER)
            except Exception:
                log.exception("presence")
                await asyncio.sleep(AGAIN_AFTER)
            else:
                await self._sleep()

    async def _sleep(self) -> None:
        """Sleep until there is something to write or to read, or until the next check-in."""
        await asyncio.sleep(PACE)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, self._check_in_at - time.monotonic())):
                await self._wake.wait()
        self._wake.clear()

    async def _round(self) -> None:
        if time.monotonic() >= self._check_in_at:
            await self._check_in()
        await self._matches.exchange()
        if self._process not in self._processes:
            self._note_loss("Redis has lost its data")

    def _note_loss(self, reason: str) -> None:
        """Note that nothing is certain until the next check-in."""
        if self._heard:
            log.warning("presence unknown", extra={"reason": reason})
        self._heard = 0
        self._check_in_at = 0.0

    async def _check_in(self) -> None:
        """Check in. If Redis has lost or does not know this process, everything else is written first."""
        times = await self._redis.hgetall(CHECK_INS)
        if not self.is_certain or self._process.encode() not in times:
            self._start_over()
        self._matches.read_check_ins(times)
        await self._matches.exchange()
        if time.monotonic() >= self._refresh_at:
            await self._matches.refresh()
            self._refresh_at = time.monotonic() + REFRESH
        await self._write_check_in()

    def _start_over(self) -> None:
        """Write and read everything again."""
        if self._since:
            self._processes.spare(self._now())
        self._heard = 0
        self._texts.write_all()
        self._matches.write_all()

    async def _write_check_in(self) -> None:
        now, dead = self._now(), self._processes.forgettable(self._now())
        pipeline = self._redis.pipeline(transaction=False)
        self._texts.write(pipeline, dead)
        for process in dead:
            pipeline.hdel(CHECK_INS, process)
        pipeline.hset(CHECK_INS, self._process, now)
        pipeline.expire(CHECK_INS, KEPT // 1000)
        await pipeline.execute()
        self._processes.note(self._process, now)
        if not self._heard:
            self._since = now
            log.info("presence known")
        self._heard = now
        self._check_in_at = time.monotonic() + EVERY
