"""A whole site on loopback: PostgreSQL, Redis, a proxy, servers and workers, connected by separate links."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from chaos.outages import Outages
from chaos.processes import Process, Server, Worker, skew_library
from haproxy import Link, Proxy
from postgresql import PostgreSQL, url_at
from quincunx.store.upgrade import upgrade
from services import POLL, Redis, Service

WELL_WITHIN = 90.0  # seconds for the whole site to recover


@dataclass
class Cluster:
    """The site. Processes that exit are restarted, as systemd would do."""

    folder: Path
    now: Callable[[], float]
    log: Callable[[str], None]
    servers: list[Server] = field(default_factory=list)
    workers: list[Worker] = field(default_factory=list)
    outages: Outages = field(default_factory=Outages)
    died: list[str] = field(default_factory=list)  # processes that exited by themselves
    _wanted: set[str] = field(default_factory=set)  # the names of those that should run
    _faults: Counter[str] = field(default_factory=Counter)  # those that keep a process away, by its name
    _was_well: set[str] = field(default_factory=set)  # the names of those that have answered
    _starting: threading.Lock = field(default_factory=threading.Lock)  # while a process is started, or may not be
    _started: ExitStack = field(default_factory=ExitStack)  # ends everything that was started
    _ending: threading.Event = field(default_factory=threading.Event)

    def start(self, servers: int, workers: int, skews: dict[str, float]) -> None:
        """Start everything."""
        self.database = PostgreSQL()
        self._started.callback(self.database.remove)
        self.database.start()
        upgrade(self.database.url)
        self.redis = Redis(self.folder)
        self._begin(self.redis)
        for number in range(1, servers + 1):
            self.servers.append(self._server(f"server{number}", 0 if workers else 1))
        for number in range(1, workers + 1):
            name = f"worker{number}"
            worker = Worker(self.folder, name, *self._links(name))
            listening = ["--port", str(worker.port)]
            worker.words = ["workers", "--bots", "1", "--reviews", "1", *listening, *self._addresses(worker)]
            self.workers.append(worker)
        for process in self.processes():
            process.skew = skews.get(process.name, 0.0) if skew_library() else 0.0
        self.proxy = Proxy(self.folder, {server.name: server.port for server in self.servers})
        self._begin(self.proxy)
        for process in self.processes():
            self._started.callback(process.kill)
        with ThreadPoolExecutor() as threads:
            list(threads.map(lambda process: process.start(), self.processes()))
        self._wanted.update(process.name for process in self.processes())
        keeper = threading.Thread(target=self._keep, daemon=True)
        keeper.start()
        self._started.callback(keeper.join)
        self._started.callback(self._ending.set)

    def _server(self, name: str, bots: int) -> Server:
        server = Server(self.folder, name, *self._links(name), bots)
        server.words = ["serve", "--port", str(server.port), *self._addresses(server)]
        return server

    def _links(self, name: str) -> tuple[Link, Link]:
        links = (
            Link(self.folder, f"{name}-database", self.database.port),
            Link(self.folder, f"{name}-bus", self.redis.port),
        )
        for link in links:
            self._begin(link)
        return links

    def _begin(self, service: Service) -> None:
        self._started.callback(service.kill)
        service.start()

    def _addresses(self, process: Process) -> list[str]:
        return ["--database", url_at(process.database.port), "--bus", f"redis://127.0.0.1:{process.bus.port}/0"]

    def processes(self) -> list[Process]:
        """The servers and the workers."""
        return [*self.servers, *self.workers]

    def named(self, name: str) -> Process:
        """The process of that name."""
        return next(process for process in self.processes() if process.name == name)

    @property
    def url(self) -> str:
        """The address that players use."""
        return self.proxy.url

    # -- processes that exit and are restarted --

    def _keep(self) -> None:
        """Restart processes that exited by themselves, which none should do while it can reach the database."""
        while not self._ending.wait(0.2):
            for process in self.processes():
                self._keep_running(process)
                if process.name in self._wanted and process.name not in self._was_well and process.is_ready():
                    self._was_well.add(process.name)

    def _keep_running(self, process: Process) -> None:
        with self._starting:
            if process.name in self._wanted and not process.is_running():
                self.log(f"{process.name} has exited by itself and is restarted")
                if process.name in self._was_well:
                    self.died.append(f"{process.name} at {self.now():.1f} s{_exit(process)}: {_tail(process)}")
                self._was_well.discard(process.name)
                process.begin()

    def leave(self, process: Process) -> None:
        """Let a process end, on purpose."""
        with self._starting:
            self._faults[process.name] += 1
            self._wanted.discard(process.name)
            self._was_well.discard(process.name)

    def come_back(self, process: Process) -> None:
        """Restart a process that was ended on purpose, unless another fault still keeps it away."""
        with self._starting:
            self._faults[process.name] -= 1
            if not self._faults[process.name]:
                process.begin()
                self._wanted.add(process.name)

    def wait_for(self, process: Process) -> None:
        """Wait until a process answers, however often it has to be restarted while the database is away."""
        while not process.is_ready() and not self._ending.wait(0.1):
            pass

    def wait_until_well(self) -> None:
        """Wait until everything answers; raises AssertionError if it never does."""
        deadline = time.monotonic() + WELL_WITHIN
        names = {server.name for server in self.servers}
        services: list[Service] = [self.database, self.redis, self.proxy, *self.processes()]
        while not all(service.is_ready() for service in services) or self.proxy.up() != names:
            if time.monotonic() > deadline:
                ill = [service.name for service in services if not service.is_ready()]
                raise AssertionError(f"did not recover within {WELL_WITHIN:.0f} s: {ill}, up: {self.proxy.up()}")
            time.sleep(POLL * 10)

    def stop(self) -> None:
        """Stop everything and remove the database's files."""
        self._started.close()


def _exit(process: Process) -> str:
    """How the process ended: with a status, or by a signal, which is negative."""
    return "" if process.process is None else f", exit {process.process.returncode}"


def _tail(process: Process, lines: int = 3) -> str:
    return " | ".join(process.log().splitlines()[-lines:])
