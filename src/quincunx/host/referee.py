"""Carries out commands to matches: decide, commit, publish; then the command is answered."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from quincunx.core.random import Random
from quincunx.host.fold_threads import fold_end, unhurried
from quincunx.host.jobs import outbox
from quincunx.host.jobs.runner import Reservation
from quincunx.host.live_match import LiveMatch
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_creation import create_match, following
from quincunx.host.site_gaps import SiteGaps
from quincunx.play import commands
from quincunx.play.commands import PlayerCommand, ServerCommand
from quincunx.play.decisions import decide, settle
from quincunx.play.errors import Refused
from quincunx.play.events import Accepted, AnyEvent, Created, Ended, Rematched, write_event
from quincunx.play.match import Match
from quincunx.play.summary import summary
from quincunx.store.errors import Conflict, Repeated, StoreError, Unavailable
from quincunx.store.jobs import Job
from quincunx.store.store import Store, Unit

CreatedMatch = tuple[str, Created]  # a match that is created together with another match's events


class LostJob(StoreError):
    """Another process has claimed the job in the meantime, or it has been put again."""


class FollowUp(NamedTuple):
    """What was written along with events: jobs for later, and a bot's turn that is already claimed."""

    dues: outbox.Dues
    place: Reservation | None
    claimed: Job | None


class Referee:
    """Writes to the logs of matches; nothing else does."""

    def __init__(
        self,
        store: Store,
        matches: LiveMatches,
        now: Callable[[], int],
        random: Random,
        gaps: SiteGaps | None = None,
    ) -> None:
        self._store = store
        self._matches = matches
        self._now = now
        self._gaps = SiteGaps(store, now) if gaps is None else gaps
        self._random = random
        self.on_commit: Callable[[float, int], None] = lambda seconds, events: None  # how long the commit took
        self.reserve_bot_turn: Callable[[str, Match], Reservation | None] = lambda id, match: None
        self.on_job: Callable[[str, int], None] = lambda kind, due: None  # a job will be due
        self.on_published: Callable[[str, int], None] = lambda id, version: None  # a match has a new version
        self.on_match: Callable[[str, Match], None] = lambda id, match: None  # a match was created by another match
        self.on_position: Callable[[str, int], None] = lambda id, position: None  # a match may have moved on
        self.on_over: Callable[[str], None] = lambda id: None  # a match has ended
        self.on_uncertain: Callable[[str], None] = lambda id: None  # a commit may have been carried out or not

    async def ask(self, id: str, account: str, command: PlayerCommand, command_id: str) -> range:
        """Carry out a player's command; returns the versions of its events, even if it was carried out before."""
        async with self._matches.hold(id) as live:
            while True:
                try:
                    now = await self.caught_up(live)  # first, because this may advance the match
                    events = decide(live.match, account, command, now)
                    return await self._commit(live, events, command=(account, command_id))
                except Conflict:
                    await self._matches.catch_up(live)
                except Repeated as repeated:
                    return repeated.versions
                except Refused as refused:
                    handled = await self._store.read(lambda unit: unit.log.handled(id, account, command_id))
                    if handled is not None:
                        return handled
                    await self._refuse(live, refused)

    async def settle(self, id: str, command: ServerCommand, job: Job | None = None) -> range:
        """Carry out the server's command, for a claimed job; returns the versions of its events, possibly none."""
        async with self._matches.hold(id) as live:
            while True:
                try:
                    now = await self.caught_up(live)
                    events = settle(live.match, command, now)
                    return await self._commit(live, events, job=job)
                except Conflict:
                    await self._matches.catch_up(live)
                except LostJob:
                    return range(0)
                except Refused as refused:
                    await self._refuse(live, refused)

    async def caught_up(self, live: LiveMatch) -> int:
        """The current time, after excluding all gaps from the match's clock. The match must be held."""
        while True:
            now = self._now()  # first, because this notes the gaps
            if self._gaps.is_behind(now):
                await self._gaps.examine()
                continue
            resumed = (settle(live.match, commands.Resume(*gap), now) for gap in tuple(self._gaps.known))
            events = next(filter(None, resumed), None)
            if events is None:
                return now
            try:
                await self._commit(live, events)
            except Conflict:
                await self._matches.catch_up(live)

    async def _refuse(self, live: LiveMatch, refused: Refused) -> None:
        """Raise the refusal, unless another process has advanced the match. If time is up, the flag falls first."""
        if await self._matches.catch_up(live):
            return
        if refused.code == "out_of_time":
            with contextlib.suppress(Conflict):  # another process was first
                now = await self.caught_up(live)
                await self._commit(live, settle(live.match, commands.Flag(), now))
        raise refused

    async def _commit(
        self,
        live: LiveMatch,
        events: Sequence[AnyEvent],
        *,
        command: tuple[str, str] | None = None,
        job: Job | None = None,
    ) -> range:
        """Write events and everything that follows from them, then publish them."""
        version = len(live.log)
        if not events and job is None:
            return range(version + 1, version + 1)
        events, created = self._with_following(live, events)
        start = time.perf_counter()
        try:
            with live.forgotten_on_error():
                follow_up = await self._write(live, events, created, command, job)
        except Unavailable:
            self.on_uncertain(live.id)
            raise
        self.on_commit(time.perf_counter() - start, len(events))
        self._publish(live, follow_up)
        if created is not None:
            following = Match(created[1])
            self.on_match(created[0], following)
            for kind, due in outbox.wanted(following, created[1].at).items():
                self.on_job(kind, due)
        return range(version + 1, len(live.log) + 1)

    async def _write(
        self,
        live: LiveMatch,
        events: Sequence[AnyEvent],
        created: CreatedMatch | None,
        command: tuple[str, str] | None,
        job: Job | None,
    ) -> FollowUp:
        """Write the events and what follows from them, then advance the match in memory.

        If a bot is to move and there is a slot for its turn, the same write claims the job.
        """
        version, before, after = len(live.log), live.match.status, live.after(events)
        match, rows = after.match, [write_event(event) for event in events]
        dues = outbox.plan(live, match, job, self._now())
        status = match.status if match.status != before else None
        ended = await fold_end(lambda: summary(match, unhurried)) if status == "finished" else None

        place = self.reserve_bot_turn(live.id, match) if outbox.BOT in dues else None

        def work(unit: Unit) -> Job | None:
            if events:  # first: everyone locks a match before its jobs, which prevents deadlocks
                unit.log.append(live.id, after=version, events=rows, at=events[-1].at, command=command)
            if job is not None and not unit.jobs.done(job):
                raise LostJob(f"{job.kind} of {job.subject}")
            if not events:  # the job has nothing to do; that must hold for the newest version
                unit.log.require(live.id, version)
            if created is not None:
                create_match(unit, *created, None)
            return outbox.do(unit, live.id, status, ended, events, dues, place)

        try:
            claimed = await self._store.write(work)
        except BaseException:
            if place is not None:
                place.cancel()
            raise
        live.advance(rows, after)
        return FollowUp(dues, place, claimed)

    def _publish(self, live: LiveMatch, follow_up: FollowUp) -> None:
        dues, place, claimed = follow_up
        if place is not None and claimed is not None:
            place.begin(claimed)  # first, so that the slot is not lost whatever a subscriber does
        live.publish(self._now())
        self.on_published(live.id, len(live.log))
        self.on_position(live.id, live.match.position if live.match.status == "running" else 0)
        if live.match.status != "running":
            self.on_over(live.id)
        for kind, due in dues.items():
            if place is None or kind != outbox.BOT:
                self.on_job(kind, due)

    def _with_following(
        self, live: LiveMatch, events: Sequence[AnyEvent]
    ) -> tuple[Sequence[AnyEvent], CreatedMatch | None]:
        """Add the match that follows, created in the same commit: the second game of two, or an agreed rematch."""
        last = events[-1] if events else None
        if not _leads_on(live.match, last):
            return events, None
        match = live.after(events).match
        id, created = following(live.id, match, match.at, self._random)
        return [*events, Rematched(at=match.at, match=id)], (id, created)


def _leads_on(match: Match, last: AnyEvent | None) -> bool:
    """Whether the event leads to another match."""
    if isinstance(last, Ended):
        return match.goes_on()
    return isinstance(last, Accepted) and last.offer == "rematch"
