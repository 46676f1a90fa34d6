"""The faults of a run: their kinds, times and durations depend only on the seed."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from chaos.cluster import Cluster
from chaos.line import Line
from chaos.outages import Outage
from chaos.processes import Link, Process
from services import Service

PAUSES = (2.0, 7.0)  # seconds between two faults of a lane
LONG_RUN = 600.0  # seconds, in which every lane has time for each of its kinds
AGAIN_LONG = 0.3  # how often later faults of a kind are long too


class Kind(NamedTuple):
    """A kind of fault: its name, its possible targets, and its possible durations."""

    name: str
    targets: str  # server, worker, any process, or empty: the service in its name
    shortest: float
    longest: float
    long: float = 0.0  # the duration of the first such fault in a long run, and of some later ones; 0: like the others


# The faults of a lane follow each other; those of different lanes overlap.
LANES: tuple[tuple[Kind, ...], ...] = (
    (
        Kind("kill", "process", 0.2, 8),
        Kind("kill", "server", 0.2, 8),
        Kind("freeze", "server", 2, 40, long=45),
        Kind("freeze", "process", 2, 40),
        Kind("restart", "server", 0, 0),
        Kind("kill-all-servers", "", 0.5, 6),
        Kind("cut-database-link", "process", 1, 15),
        Kind("freeze-database-link", "process", 2, 15),
        Kind("cut-bus-link", "process", 1, 30),
        Kind("freeze-bus-link", "process", 2, 30),
    ),
    (
        Kind("kill-redis", "", 0.5, 10, long=75),
        Kind("freeze-redis", "", 1, 10, long=60),
        Kind("deaf-bus", "", 2, 10),
        Kind("restart-database-fast", "", 0.2, 4),
        Kind("restart-database-immediately", "", 0.2, 4),
        Kind("freeze-database", "", 1, 10),
        Kind("cut-proxy", "server", 0, 0),
        Kind("kill-proxy", "", 0.2, 3),
        Kind("reset-connections", "", 3, 10),
    ),
)
NAMES = tuple(dict.fromkeys(kind.name for lane in LANES for kind in lane))


class Fault(NamedTuple):
    """A fault at a time, of a target, for some seconds."""

    at: float
    name: str
    target: str
    seconds: float

    def __str__(self) -> str:
        duration = f" for {self.seconds:.1f} s" if self.seconds else ""
        return f"{self.name} {self.target}".strip() + duration


def plan(
    seed: int, seconds: float, servers: Sequence[str], workers: Sequence[str], names: Sequence[str] = NAMES
) -> list[Fault]:
    """The faults of a run in chronological order. All are over by the end of the run."""
    found: list[Fault] = []
    for number, lane in enumerate(LANES):
        kinds = [kind for kind in lane if kind.name in names]
        if kinds:
            random = Random(f"{seed} {number}")
            found += _lane(
                random, kinds, seconds, {"server": servers, "worker": workers, "process": [*servers, *workers]}
            )
    return sorted(found)


def _lane(random: Random, kinds: Sequence[Kind], seconds: float, targets: dict[str, Sequence[str]]) -> Iterator[Fault]:
    """Every kind once in random order, then again, with pauses in between."""
    at, bag, past = random.uniform(*PAUSES), list[Kind](), set[Kind]()
    while True:
        bag = bag or random.sample(kinds, len(kinds))
        kind = bag.pop()
        is_long = kind.long and seconds >= LONG_RUN and (kind not in past or random.random() < AGAIN_LONG)
        length = kind.long if is_long else _duration(random, kind)
        past.add(kind)
        target = random.choice(list(targets[kind.targets])) if kind.targets else ""
        if at + length > seconds:
            return
        yield Fault(round(at, 1), kind.name, target, round(length, 1))
        at += length + random.uniform(*PAUSES)


def _duration(random: Random, kind: Kind) -> float:
    """A duration: many are short, some are long."""
    if not kind.longest:
        return 0.0
    return math.exp(random.uniform(math.log(kind.shortest), math.log(kind.longest)))


@dataclass
class Injector:
    """Injects the faults, and reverts them."""

    cluster: Cluster
    lines: Sequence[Line]
    log: Callable[[str], None]
    stop: asyncio.Event  # ends the run early

    async def run(self, faults: Sequence[Fault], now: Callable[[], float]) -> None:
        """Inject all faults at their times; returns when all are over."""
        async with asyncio.TaskGroup() as group:
            for fault in faults:
                await self._wait(fault.at - now())
                if self.stop.is_set():
                    break
                group.create_task(self._inject(fault))

    async def _wait(self, seconds: float) -> None:
        """Wait, but no longer than the run lasts."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds)):
                await self.stop.wait()

    async def _inject(self, fault: Fault) -> None:
        self.log(f"begin {fault}")
        await self._ways()[fault.name](fault)
        self.log(f"end   {fault}")

    def _ways(self) -> dict[str, Callable[[Fault], Awaitable[None]]]:
        cluster = self.cluster
        return {
            "kill": self._kill,
            "freeze": self._freeze_process,
            "restart": self._restart,
            "kill-all-servers": self._kill_all,
            "cut-database-link": self._cut_database_link,
            "cut-bus-link": partial(self._cut, lambda process: process.bus),
            "freeze-database-link": self._freeze_database_link,
            "freeze-bus-link": partial(self._freeze, lambda fault: cluster.named(fault.target).bus),
            "kill-redis": self._kill_redis,
            "freeze-redis": partial(self._freeze, lambda fault: cluster.redis),
            "deaf-bus": self._deafen,
            "restart-database-fast": partial(self._restart_database, _stop_fast),
            "restart-database-immediately": partial(self._restart_database, _stop_immediately),
            "freeze-database": self._freeze_database,
            "cut-proxy": self._cut_proxy,
            "kill-proxy": self._kill_proxy,
            "reset-connections": self._reset,
        }

    # -- processes of the site --

    async def _kill(self, fault: Fault) -> None:
        await self._without([self.cluster.named(fault.target)], Service.kill, fault.seconds)

    async def _kill_all(self, fault: Fault) -> None:
        await self._without(list(self.cluster.servers), Service.kill, fault.seconds)

    async def _restart(self, fault: Fault) -> None:
        await self._without([self.cluster.named(fault.target)], Service.stop, fault.seconds)

    async def _without(self, processes: Sequence[Process], end: Callable[[Service], None], seconds: float) -> None:
        """End processes, wait, and restart them."""
        for process in processes:
            self.cluster.leave(process)
        with self._outage(*processes) as outages:
            await asyncio.gather(*(asyncio.to_thread(end, process) for process in processes))
            await self._wait(seconds)
            for process in processes:
                self.cluster.come_back(process)
            for outage in outages:
                outage.begun = self.cluster.now()
            for process in processes:
                await asyncio.to_thread(self.cluster.wait_for, process)

    async def _freeze_process(self, fault: Fault) -> None:
        process = self.cluster.named(fault.target)
        with self._outage(process):
            await self._freeze(lambda fault: process, fault)

    def _outage(self, *processes: Process) -> AbstractContextManager[list[Outage]]:
        """Note that these processes cannot work; without arguments, that no server can."""
        names = [process.name for process in processes or self.cluster.servers]
        return self.cluster.outages.of(names, self.cluster.now)

    # -- services and links --

    async def _freeze(self, which: Callable[[Fault], Service], fault: Fault) -> None:
        service = which(fault)
        await asyncio.to_thread(service.freeze)
        await self._wait(fault.seconds)
        await asyncio.to_thread(service.thaw)

    async def _cut(self, which: Callable[[Process], Link], fault: Fault) -> None:
        link = which(self.cluster.named(fault.target))
        await asyncio.to_thread(link.cut)
        await self._wait(fault.seconds)
        await asyncio.to_thread(link.mend)

    async def _cut_database_link(self, fault: Fault) -> None:
        with self._outage(self.cluster.named(fault.target)):
            await self._cut(lambda process: process.database, fault)

    async def _freeze_database_link(self, fault: Fault) -> None:
        process = self.cluster.named(fault.target)
        with self._outage(process):
            await self._freeze(lambda fault: process.database, fault)

    async def _freeze_database(self, fault: Fault) -> None:
        with self._outage():
            await self._freeze(lambda fault: self.cluster.database, fault)

    async def _kill_redis(self, fault: Fault) -> None:
        await asyncio.to_thread(self.cluster.redis.kill)
        await self._wait(fault.seconds)
        await asyncio.to_thread(self.cluster.redis.start)

    async def _deafen(self, fault: Fault) -> None:
        """Repeatedly close the connections on which hints arrive, and no others."""
        until = self.cluster.now() + fault.seconds
        while self.cluster.now() < until and not self.stop.is_set():
            await asyncio.to_thread(self.cluster.redis.ask, "CLIENT KILL TYPE pubsub")
            await asyncio.sleep(0.1)

    async def _restart_database(self, end: Callable[[Cluster], None], fault: Fault) -> None:
        with self._outage():
            await asyncio.to_thread(end, self.cluster)
            await self._wait(fault.seconds)
            await asyncio.to_thread(self.cluster.database.start)

    async def _cut_proxy(self, fault: Fault) -> None:
        await asyncio.to_thread(self.cluster.proxy.cut, fault.target)

    async def _kill_proxy(self, fault: Fault) -> None:
        await asyncio.to_thread(self.cluster.proxy.kill)
        await self._wait(fault.seconds)
        await asyncio.to_thread(self.cluster.proxy.start)

    async def _reset(self, fault: Fault) -> None:
        """Clients reset their connections right after sending a request."""
        for line in self.lines:
            line.resets = 0.3
        await self._wait(fault.seconds)
        for line in self.lines:
            line.resets = 0.0


def _stop_fast(cluster: Cluster) -> None:
    """Stop PostgreSQL as in an upgrade."""
    cluster.database.stop_fast()


def _stop_immediately(cluster: Cluster) -> None:
    """Stop PostgreSQL as in a crash."""
    cluster.database.crash()
