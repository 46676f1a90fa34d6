"""Carries out what is asked of matches: decided on the log, on the disk, then acknowledged and published."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Sequence

from quincunx.core.random import Random
from quincunx.play import commands
from quincunx.play.commands import PlayerCommand, ServerCommand
from quincunx.play.decisions import decide, settle
from quincunx.play.errors import Refused
from quincunx.play.events import Accepted, AnyEvent, Created, Ended, Rematched, write_event
from quincunx.play.match import Match
from quincunx.play.summary import summary
from quincunx.server.folding import fold_end, unhurried
from quincunx.server.live import chores
from quincunx.server.live.founding import following, found
from quincunx.server.live.tables import Table, Tables
from quincunx.server.live.uptime import Gap
from quincunx.store.errors import Conflict, Repeated, StoreError
from quincunx.store.jobs import Job
from quincunx.store.store import Store, Unit

Founded = tuple[str, Created]  # a match that is made together with another's events


class LostJob(StoreError):
    """The job is somebody else's by now, or has been put anew."""


class Referee:
    """The one way to a match's log."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        now: Callable[[], int],
        luck: Random,
        gaps: Collection[Gap] = (),
    ) -> None:
        self._store = store
        self._tables = tables
        self._now = now
        self._gaps = gaps
        self._luck = luck
        self.on_job: Callable[[int], None] = lambda due: None  # somebody wants to know when a job is due
        self.on_match: Callable[[str, Match], None] = lambda id, match: None  # a match was made by a match
        self.on_position: Callable[[str, int], None] = lambda id, position: None  # a match may have moved on
        self.on_over: Callable[[str], None] = lambda id: None  # a match has ended
        self.on_commit: Callable[[float, int], None] = lambda seconds, events: None  # how long it took, and how many

    async def ask(self, id: str, account: str, command: PlayerCommand, command_id: str) -> range:
        """What a player asks; the versions of its events, also where it was carried out before."""
        async with self._tables.hold(id) as table:
            while True:
                try:
                    events = decide(table.match, account, command, await self.caught_up(table))
                    return await self._commit(table, events, command=(account, command_id))
                except Conflict:
                    await self._tables.catch_up(table)
                except Repeated as repeated:
                    return repeated.versions
                except Refused as refused:
                    handled = await self._store.read(lambda unit: unit.log.handled(id, account, command_id))
                    if handled is not None:
                        return handled
                    await self._refuse(table, refused)

    async def settle(self, id: str, command: ServerCommand, job: Job | None = None) -> range:
        """What the server finds due, as the job it claimed says; the versions of its events, none where nothing is."""
        async with self._tables.hold(id) as table:
            while True:
                try:
                    events = settle(table.match, command, await self.caught_up(table))
                    return await self._commit(table, events, job=job)
                except Conflict:
                    await self._tables.catch_up(table)
                except LostJob:
                    return range(0)
                except Refused as refused:
                    await self._refuse(table, refused)

    async def create(
        self, id: str, created: Created, invite: str | None = None, require: Callable[[Unit], None] = lambda unit: None
    ) -> bool:
        """Make a match, where what is required in the same unit holds; False if it was made before."""

        def work(unit: Unit) -> bool:
            require(unit)
            return found(unit, id, created, invite)

        made = await self._store.write(work)
        self.on_job(self._now())
        return made

    async def caught_up(self, table: Table) -> int:
        """The time, once the match's clock counts nothing of the time that nobody was there. The table is held."""
        while True:
            now = self._now()  # first: it notes the gaps
            resumed = (settle(table.match, commands.Resume(*gap), now) for gap in tuple(self._gaps))
            events = next(filter(None, resumed), None)
            if events is None:
                return now
            try:
                await self._commit(table, events)
            except Conflict:
                await self._tables.catch_up(table)

    async def _refuse(self, table: Table, refused: Refused) -> None:
        """Refuse, unless another process has moved the match on; what came too late finds the flag fallen."""
        if await self._tables.catch_up(table):
            return
        if refused.code == "out_of_time":
            with contextlib.suppress(Conflict):  # somebody else's flag
                await self._commit(table, settle(table.match, commands.Flag(), await self.caught_up(table)))
        raise refused

    async def _commit(
        self,
        table: Table,
        events: Sequence[AnyEvent],
        *,
        command: tuple[str, str] | None = None,
        job: Job | None = None,
    ) -> range:
        """Put events on the disk, with everything that follows from them, then tell."""
        version = len(table.log)
        if not events and job is None:
            return range(version + 1, version + 1)
        events, founded = self._with_following(table, events)
        start = time.perf_counter()
        with table.believed():
            dues = await self._write(table, events, founded, command, job)
        self.on_commit(time.perf_counter() - start, len(table.log) - version)
        self._publish(table, dues)
        if founded is not None:
            self.on_match(founded[0], Match(founded[1]))
            self.on_job(self._now())  # a bot may have the first turn there
        return range(version + 1, len(table.log) + 1)

    async def _write(
        self,
        table: Table,
        events: Sequence[AnyEvent],
        founded: Founded | None,
        command: tuple[str, str] | None,
        job: Job | None,
    ) -> chores.Dues:
        """Let the match go on in memory, and write what that comes to; the rows that were put."""
        version, match, before = len(table.log), table.match, table.match.status
        payloads = [write_event(event) for event in events]
        table.follow(list(zip(payloads, events, strict=True)))
        dues = chores.plan(table, before, job, self._now())
        status = match.status if match.status != before else None
        ended = await fold_end(lambda: summary(match, unhurried)) if status == "finished" else None

        def work(unit: Unit) -> None:
            if job is not None and not unit.jobs.done(job):
                raise LostJob(f"{job.kind} of {job.subject}")
            if events:
                unit.log.append(table.id, after=version, events=payloads, at=events[-1].at, command=command)
            chores.do(unit, table.id, status, ended, events, dues)
            if founded is not None:
                found(unit, *founded, None)

        await self._store.write(work)
        return dues

    def _publish(self, table: Table, dues: chores.Dues) -> None:
        table.tell_news(self._now())
        self.on_position(table.id, table.match.position if table.match.status == "running" else 0)
        if table.match.status != "running":
            self.on_over(table.id)
        for due in dues.values():
            self.on_job(due)

    def _with_following(self, table: Table, events: Sequence[AnyEvent]) -> tuple[Sequence[AnyEvent], Founded | None]:
        """The second game of two, and an agreed rematch, are matches of their own, made in the same breath."""
        last = events[-1] if events else None
        if not _leads_on(table.match, last):
            return events, None
        match = table.match.copy()
        for event in events:
            match.apply(event)
        id, created = following(table.id, match, match.at, self._luck)
        return [*events, Rematched(at=match.at, match=id)], (id, created)


def _leads_on(match: Match, last: AnyEvent | None) -> bool:
    """Whether the two play on in another match once that has happened."""
    if isinstance(last, Ended):
        return match.goes_on()
    return isinstance(last, Accepted) and last.offer == "rematch"
