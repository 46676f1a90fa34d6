"""What each kind of job does when it is due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from quincunx.host.bot_workers import BotWorkers
from quincunx.host.jobs import outbox
from quincunx.host.live_match import LiveMatch
from quincunx.host.live_matches import LiveMatches
from quincunx.host.presence import Absences
from quincunx.host.referee import Referee
from quincunx.play.commands import Abandon, BotAct, Flag, Return
from quincunx.play.errors import Refused
from quincunx.store.jobs import Job
from quincunx.store.store import Store, Unit

LONG = 0.25  # seconds that a bot thinks before the handler checks whether its answer is still wanted


class JobHandlers:
    """Handles the clock's and the bots' jobs, and the checks for absent players."""

    def __init__(
        self,
        store: Store,
        matches: LiveMatches,
        referee: Referee,
        absences: Absences,
        workers: BotWorkers,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._matches = matches
        self._referee = referee
        self._absences = absences
        self._workers = workers
        self._now = now
        self.stopping = False
        self.follow: Callable[[LiveMatch], Callable[[], None]] | None = None  # follows the changes of other processes

    async def do(self, job: Job) -> None:
        """Do the job, and remove it."""
        await {outbox.FLAG: self._flag, outbox.BOT: self._bot, outbox.ABSENCE: self._absence}[job.kind](job)

    async def _flag(self, job: Job) -> None:
        await self._referee.settle(job.subject, Flag(), job)

    async def _bot(self, job: Job) -> None:
        """Play the bot's whole turn, from one search and in one commit."""
        live = self._matches.keep(job.subject)
        try:
            async with self._matches.hold(job.subject):
                now = await self._referee.caught_up(live)
                position = live.match.position
                thinking = self._workers.begin(job.subject, live.match, now)
            actions = await self._thought(live, thinking) if thinking is not None else []
            if self.stopping:  # the search was cut short; another process will find a better move
                return
            await self._referee.settle(job.subject, BotAct(tuple(actions), position), job)
        finally:
            self._matches.let_go(live)

    async def _thought(self, live: LiveMatch, thinking: asyncio.Future[list[str]]) -> list[str]:
        """The bot's turn. A long search is stopped when another process advances the match."""
        if self.follow is None or (await asyncio.wait([thinking], timeout=LONG))[0]:
            return await thinking
        stop = self.follow(live)
        try:
            return await thinking
        finally:
            stop()

    async def _absence(self, job: Job) -> None:
        """Note which players have been away for too long or have come back, and schedule the next check."""
        id = job.subject
        elsewhere = await self._absences.ask(id)
        try:
            async with self._matches.hold(id) as live:
                await self._matches.catch_up(live)  # the match may have begun or ended in another process
                now = self._now()  # first, because it notes gaps, which do not count as absence
                claims = {side: self._absences.claim_at(live, side, elsewhere) for side in (0, 1)}
                again = outbox.wanted(live.match, now).get(outbox.ABSENCE)
                back = [side for side in live.match.abandoned if claims[side] is None and elsewhere.is_certain]
        except Refused:
            now, again, claims, back = self._now(), None, {}, []
        for side in back:
            await self._referee.settle(id, Return(side))
        for side, at in claims.items():
            if at is not None and at <= now:
                await self._abandon(id, side)
            elif at is not None and again is not None:
                again = min(again, at)
        due = again

        def look_again(unit: Unit) -> None:
            if unit.jobs.done(job) and due is not None:
                unit.jobs.put(outbox.ABSENCE, id, due)

        await self._store.write(look_again)
        if due is not None:
            self._referee.on_job(outbox.ABSENCE, due)

    async def _abandon(self, id: str, side: int) -> None:
        """Note that a player has stayed away; undo that if they returned at the same moment."""
        await self._referee.settle(id, Abandon(side))
        elsewhere = await self._absences.ask(id)
        async with self._matches.hold(id) as live:
            is_back = self._absences.claim_at(live, side, elsewhere) is None
        if is_back:
            await self._referee.settle(id, Return(side))
