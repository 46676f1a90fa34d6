"""A run: a site, its players, the faults, and the verdict."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from chaos.checker import check
from chaos.checks.afterwards import unnotified
from chaos.checks.clocks import measure
from chaos.checks.evidence import Evidence, Violation
from chaos.cluster import Cluster
from chaos.faults import NAMES, Fault, Injector, plan
from chaos.history import Complaint, History, Span
from chaos.line import Line
from chaos.players import People, Player, Watcher, all_games
from chaos.stored import Stored, read_stored
from chaos.watchdog import watch_site
from quincunx.protocol.accounts import Account
from quincunx.store.store import Store, Unit

SKEW = 5.0  # seconds by which the clock of one server is wrong
CALM = 15.0  # seconds of play after the last fault
SOON = 20.0  # seconds after the faults within which everything that is due must be done
MOST_STALLED = 0.25  # of the time in which faults are injected: a busy machine is slow for less than that
STORIES = 3  # per kind of violation
LATE = 5_000  # milliseconds after which a due job counts as lost
WATCHED = ("flag", "bot")  # the kinds of jobs that must be done in time


@dataclass
class Settings:
    """What to run."""

    seed: int = 1
    seconds: float = 60.0
    servers: int = 3
    workers: int = 2
    players: int = 100
    watchers: int = 20
    think: float = 2.0  # seconds between two moves of a player
    faults: Sequence[str] = NAMES
    folder: Path = Path("build/chaos")


@dataclass
class Verdict:
    """What happened, in figures, and what was wrong."""

    violations: list[Violation]
    summary: list[str] = field(default_factory=list)


class Run:
    """One run, from an empty database to the verdict."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.history = History()
        self.folder = settings.folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in [*self.folder.glob("*.log"), *self.folder.glob("match *.txt")]:
            old.unlink()
        self._log = (self.folder / "chaos.log").open("w", encoding="utf-8")
        self.cluster = Cluster(self.folder, self.history.now, self.log)
        self.people = People(all_games())
        self.faults: list[Fault] = []
        self._violations: list[Violation] = []
        self._stop = asyncio.Event()
        self._began = 0.0  # when the faults began

    def log(self, text: str) -> None:
        """Log what was done, on the screen and in the folder."""
        line = f"seed {self.settings.seed} {self.history.now():8.2f} s  {text}"
        print(line, flush=True)
        print(line, file=self._log, flush=True)

    async def run(self) -> Verdict:
        """Run everything; Ctrl-C ends the play early, and what was done is checked."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self._stop.set)
        try:
            await asyncio.to_thread(self._start)
            accounts = await self._make_accounts()
            with self._watched():
                await self._play(accounts)
            stored = await read_stored(self.cluster.database.url)
        finally:
            await asyncio.to_thread(self.cluster.stop)
        self.log("checking")
        servers = [server.name for server in self.cluster.servers]
        outages = self.cluster.outages
        self.history.down, self.history.dark = outages.down(servers), outages.dark(servers)
        self._violations += await asyncio.to_thread(check, self.history, stored)
        self._violations += [Violation("a process exited by itself", [text]) for text in self.cluster.died]
        self._require_answers(servers)
        verdict = Verdict(sorted(self._violations, key=lambda one: one.at), self._summary(stored))
        self._tell(verdict)
        self._keep_matches(verdict, Evidence(self.history, stored))
        return verdict

    def _require_answers(self, servers: Sequence[str]) -> None:
        """Fail if the servers answered late for so long that a busy machine does not explain it."""
        stalled = self.cluster.outages.stalled(servers)
        self.log(f"no server answered in time, without a fault: {stalled:.1f} s")
        if stalled > MOST_STALLED * self.settings.seconds:
            self._violations.append(Violation("the servers answer late", [f"for {stalled:.1f} s"]))

    def _keep_matches(self, verdict: Verdict, evidence: Evidence) -> None:
        """Write the full stories of the matches in which something went wrong."""
        for match in {violation.match for violation in verdict.violations} - {""}:
            (self.folder / f"match {match}.txt").write_text("\n".join(evidence.full_story(match)), encoding="utf-8")

    def _tell(self, verdict: Verdict) -> None:
        """Print the first violations of each kind, and the summary."""
        counts = Counter(violation.kind for violation in verdict.violations)
        told: Counter[str] = Counter()
        for violation in verdict.violations:
            told[violation.kind] += 1
            if told[violation.kind] <= STORIES:
                number = f"{told[violation.kind]} of {counts[violation.kind]}"
                self.log("\n".join([f"VIOLATION ({number}): {violation}", *self._around(violation)]))
        for line in verdict.summary:
            self.log(line)
        count = sum(counts.values())
        good = "everything acknowledged is stored, once and in one order"
        self.log(f"verdict: {f'{count} violations: {dict(counts)}' if count else good}")

    def _start(self) -> None:
        settings = self.settings
        random = Random(settings.seed)
        wrong = f"server{random.randint(1, settings.servers)}"
        skews = {wrong: random.choice([SKEW, -SKEW])} if settings.servers > 1 else {}
        self.log(f"start: {settings.servers} servers, {settings.workers} workers, {settings.players} players")
        self.cluster.start(settings.servers, settings.workers, skews)
        for process in self.cluster.processes():
            if process.skew:
                self.log(f"the clock of {process.name} is {process.skew:+.0f} s off")

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Notice when this machine is too busy for the site to work."""
        ports = {server.name: server.port for server in self.cluster.servers}
        watchdog = watch_site(ports, self.cluster.database.url, self.cluster.outages, self.history.now)
        watchdog.start()
        try:
            yield
        finally:
            watchdog.stop()

    # -- people --

    async def _make_accounts(self) -> list[tuple[Account, str]]:
        """Create accounts with sessions directly in the database, because hashing a password is deliberately slow."""
        now = int(time.time() * 1000)

        def make(unit: Unit) -> list[tuple[Account, str]]:
            made = []
            for number in range(self.settings.players):
                add = unit.accounts.add_guest if number % 3 == 2 else None
                account = add(now) if add else unit.accounts.add_member(f"Player{number}", "!", now)
                made.append((account, unit.sessions.open(account.id, "chaos", now)))
            return made

        store = Store(self.cluster.database.url)
        try:
            return await store.write(make)
        finally:
            await store.close()

    def _people(self, accounts: Sequence[tuple[Account, str]]) -> list[Line]:
        """Create players, some of them with two connections, and watchers without an account; returns their lines."""
        for number, (account, cookie) in enumerate(accounts):
            name = f"p{number}"
            lines = [
                self._line(f"{name}{tab}", account.id, cookie) for tab in ("a", "b")[: 2 if number % 4 == 0 else 1]
            ]
            self.history.names[account.id] = account.name
            is_member = account.kind == "member"
            player = Player(account.name, account.id, is_member, lines, self.history, self.people, self.settings.think)
            self.people.everybody.append(player)
            if is_member:
                self.people.members.append(player)
        for number in range(self.settings.watchers):
            self.people.watchers.append(Watcher(self._line(f"w{number}", "", ""), self.people))
        return [line for player in self.people.everybody for line in player.lines] + [
            watcher.line for watcher in self.people.watchers
        ]

    def _line(self, name: str, account: str, cookie: str) -> Line:
        return Line(self.cluster.url, account, cookie, self.history, f"{self.settings.seed}-{name}")

    async def _play(self, accounts: Sequence[tuple[Account, str]]) -> None:
        """Let everyone play while the faults are injected, then check that play continues."""
        lines = self._people(accounts)
        tasks = [asyncio.create_task(line.run()) for line in lines]
        tasks += [asyncio.create_task(watcher.run()) for watcher in self.people.watchers]
        playing = [asyncio.create_task(player.run()) for player in self.people.everybody]
        try:
            await self._inject(lines)
            await self._wait(CALM)
            await self._settle(playing)
        finally:
            self._report_failed([*tasks, *playing])
            for task in [*tasks, *playing]:
                task.cancel()
            await asyncio.gather(*tasks, *playing, return_exceptions=True)

    async def _inject(self, lines: Sequence[Line]) -> None:
        settings = self.settings
        servers = [server.name for server in self.cluster.servers]
        workers = [worker.name for worker in self.cluster.workers]
        self.faults = plan(settings.seed, settings.seconds, servers, workers, settings.faults)
        start = self._began = self.history.now()
        injector = Injector(self.cluster, lines, self.log, self._stop)
        await injector.run(self.faults, lambda: self.history.now() - start)
        await self._wait(settings.seconds - (self.history.now() - start))
        self.log("the faults are over")
        try:
            await asyncio.to_thread(self.cluster.wait_until_well)
        except AssertionError as error:
            self._violations.append(Violation("the site did not recover", [str(error)], self.history.now()))

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._stop.wait()
        except TimeoutError:
            return

    # -- the end --

    async def _settle(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Let everyone finish; then every match must continue, and nothing may be overdue."""
        self.log("everyone finishes")
        for player in self.people.everybody:
            player.settle()
        await asyncio.sleep(2 * self.settings.think)
        await self._until(lambda: all(player.is_idle for player in self.people.everybody))
        for task in playing:
            task.cancel()
        await asyncio.gather(*(player.check_moves(SOON) for player in self.people.everybody))
        await self._until_nothing_is_late()

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Poll until everything must be done."""
        since = self.history.now()
        while not holds() and self._time_to_work(since) < SOON:
            await asyncio.sleep(0.1)

    def _time_to_work(self, since: float) -> float:
        """The seconds since then in which the machine was not too busy for the site to work."""
        servers, now = [server.name for server in self.cluster.servers], self.history.now()
        return now - since - measure(self.cluster.outages.dark(servers), Span(since, now))

    async def _until_nothing_is_late(self) -> None:
        """Wait until everything that is due is done, and every account knows its matches."""
        since = self.history.now()
        while True:
            asked_at = int(time.time() * 1000)  # first, because reading can take seconds
            stored = await read_stored(self.cluster.database.url)
            faults = [*self._late(stored, asked_at), *self._behind(stored), *self._unnotified(stored)]
            if not faults or self._time_to_work(since) > SOON:
                break
            await asyncio.sleep(1.0)
        self.history.stuck += faults

    def _late(self, stored: Stored, now: int) -> list[Complaint]:
        """Jobs that should have been done a while ago."""
        late = [job for job in stored.jobs if job.kind in WATCHED and job.due < now - LATE]
        return [self._complaint("nobody", job.subject, f"{job} is {now - job.due} ms late") for job in late]

    def _behind(self, stored: Stored) -> list[Complaint]:
        """Connections that have not received all events of a match that they watch."""
        lines = [line for player in self.people.everybody for line in player.lines]
        lines += [watcher.line for watcher in self.people.watchers]
        return [
            self._complaint(line.account, match, f"has version {have} of {version} on {line.name}, {line.state(match)}")
            for line in lines
            for match in line.watched()
            if (have := line.have.get(match, 0)) < (version := stored.versions.get(match, 0))
        ]

    def _unnotified(self, stored: Stored) -> list[Complaint]:
        """Players who do not know of one of their matches."""
        evidence = Evidence(self.history, stored)
        return [
            self._complaint(account, match, "was never notified of it")
            for match, replayed in evidence.matches.items()
            for account in unnotified(evidence, match, replayed)
        ]

    def _complaint(self, account: str, match: str, text: str) -> Complaint:
        return Complaint(self.history.now(), account, match, text)

    def _report_failed(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Report scripts that failed: either this program has a bug, or the site sent it nonsense."""
        for task in tasks:
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                self._violations.append(Violation("a player's script failed", [repr(error)], self.history.now()))

    # -- the summary --

    def _summary(self, stored: Stored) -> list[str]:
        operations = list(self.history.operations.values())
        commands = [operation for operation in operations if operation.kind == "command"]
        answers = [answer for operation in operations for answer in operation.answers]
        refused = Counter(answer.code for answer in answers if answer.kind == "refused")
        gap, at = self._worst_gap()
        acks = sum(len(operation.acks) for operation in operations)
        again = sum(max(0, len(operation.sent) - 1) for operation in operations)
        events = sum(len(log) for log in stored.logs.values())
        errors = sum(len(process.errors()) for process in self.cluster.processes())
        return [
            f"{len(stored.logs)} matches with {events} events",
            f"{len(operations)} requests, {len(commands)} of them commands; {acks} acknowledged, {again} sent again",
            f"refused: {dict(refused.most_common())}",
            f"{self.history.connects} connects",
            f"{len(self.faults)} faults: {dict(Counter(fault.name for fault in self.faults))}",
            f"{errors} errors in the logs of servers and workers",
            f"longest time without a move: {gap:.1f} s, from {at:.1f} s on",
        ]

    def _worst_gap(self) -> tuple[float, float]:
        """The longest time during which no command was acknowledged, and when it began."""
        acks = sorted(
            answer.at
            for operation in self.history.operations.values()
            if operation.kind == "command"
            for answer in operation.acks
        )
        return max(((after - before, before) for before, after in pairwise(acks)), default=(0.0, 0.0))

    def _around(self, violation: Violation) -> list[str]:
        """The faults shortly before a violation."""
        at = violation.at - self._began
        near = [fault for fault in self.faults if fault.at - 5 <= at <= fault.at + fault.seconds + 15]
        return [f"    fault at {fault.at + self._began:.1f} s: {fault}" for fault in near]


def run(settings: Settings) -> Verdict:
    """Run, print what happened, and return the verdict."""

    async def story() -> Verdict:
        return await Run(settings).run()

    return asyncio.run(story())
