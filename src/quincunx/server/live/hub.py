"""Live play of one server process: everything that runs while it runs, and who is connected."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable

from quincunx.core.random import Random
from quincunx.play.commands import Pass, Return
from quincunx.play.events import Created
from quincunx.play.match import Match
from quincunx.play.pairing import Seek
from quincunx.play.seats import Person
from quincunx.server.fair_queue import FairQueue
from quincunx.server.live import chores, messages, reviewing, sweeping
from quincunx.server.live.analysts import Analysts
from quincunx.server.live.boards import Boards
from quincunx.server.live.company import Company
from quincunx.server.live.connection import Connection
from quincunx.server.live.departures import Departures
from quincunx.server.live.duties import Duties
from quincunx.server.live.errands import Errands
from quincunx.server.live.hints import Hints
from quincunx.server.live.lobby import Lobby
from quincunx.server.live.outages import Outages
from quincunx.server.live.pool import Pool
from quincunx.server.live.presence import Absences, Presences
from quincunx.server.live.referee import Referee
from quincunx.server.live.reviewing import Reviewing
from quincunx.server.live.shares import Shares
from quincunx.server.live.slots import Slots
from quincunx.server.live.sweeping import Sweeping
from quincunx.server.live.tables import Table, Tables
from quincunx.server.live.thinking import Thinkers
from quincunx.server.live.uptime import Uptime
from quincunx.server.metrics import Metrics
from quincunx.store.accounts import Account
from quincunx.store.jobs import Job
from quincunx.store.moderation import FOLLOW
from quincunx.store.store import Store

MOST_AT_ONCE = 32  # clocks and absences that are seen to at the same time
AT_THE_DESK = 2  # positions that are worked out at once, beside play: Python does one thing at a time
MOST_AT_THE_DESK = 100  # that wait
LEASE = 5_000  # milliseconds, for what takes none
BOT_LEASE = 4_000  # beyond a bot's longest turn
MOST_CONNECTIONS = 64  # of one account, or of one network where nobody is logged in
WORTH_TELLING = 50  # milliseconds of lag more or less
COME_BACK_AFTER = 1_000  # milliseconds, when the server stops


class Hub:
    """The live part of a server."""

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        metrics: Metrics,
        *,
        bots: int,
        bot_seconds: float,
        analysts: int,
        analysis_seconds: float,
    ) -> None:
        self.now = now = uptime.now
        self.store = store
        self._uptime = uptime
        luck = Random(secrets.randbits(64))
        self.tables = Tables(store, now)
        self.absences = Absences(now(), uptime.gaps)
        self._presences = Presences(self.absences, now)
        self.referee = Referee(store, self.tables, now, luck, uptime.gaps)
        self.lobby = Lobby(store, self.tables, self.referee, now, luck)
        self.pool = Pool(now, self._pair)
        self._shares = Shares()
        self.thinkers = Thinkers(bots + 1, bot_seconds)  # as many as there are slots
        self.hints = Hints(self.thinkers, self._shares)
        self.desk = FairQueue("desk", AT_THE_DESK, MOST_AT_THE_DESK)
        self.analysts = Analysts(analysts, analysis_seconds)
        self._reviewing = Reviewing(store, analysts, now, self.tell)
        self._sweeping = Sweeping(store, now)
        self._duties = Duties(store, self.tables, self.referee, self.absences, self.thinkers, now)
        self._outages = Outages(store, self.referee, now, uptime.gaps)
        self._connections: defaultdict[str, set[Connection]] = defaultdict(set)
        self.boards = Boards(store, self.tables, now)
        self.company = Company(now, self._connections, self.pool)
        self._left = asyncio.Event()
        self.stopping = False
        self._by = secrets.token_hex(8)
        slots = Slots(store, self._shares, now, bots=bots, seconds=bot_seconds, do=self._duties.do)
        bot_lease = BOT_LEASE + int(bot_seconds * 1000)
        self._errands = [
            self._errand((chores.FLAG, chores.ABSENCE), MOST_AT_ONCE, LEASE, self._duties.do),
            self._errand((chores.BOT,), slots.most, bot_lease, slots.do, slots.pick),
            self._errand((reviewing.KIND,), analysts, reviewing.LEASE, self._reviewing.do),
            self._errand((FOLLOW,), 1, LEASE, Departures(store, self.referee, now, self.forget).do),
            self._errand((sweeping.KIND,), 1, sweeping.LEASE, self._sweeping.do),
        ]
        self.referee.on_job = self.expect
        self.referee.on_match = self._made
        self.referee.on_position = self.thinkers.interrupt
        self.referee.on_over = self.absences.forget
        self.lobby.on_challenge = self._challenged
        self._tasks: list[asyncio.Task[None]] = []
        self._measure(metrics)

    def _measure(self, metrics: Metrics) -> None:
        seconds = metrics.histogram("quincunx_commit_seconds", "Time from a decision to the disk.")
        added = metrics.counter("quincunx_events_total", "Events added to logs.")

        def note_commit(took: float, events: int) -> None:
            seconds.observe(took)
            added.inc(events)

        self.referee.on_commit = note_commit
        metrics.gauge("quincunx_connections", "Open sockets.", self._count)
        metrics.gauge("quincunx_tables", "Matches in memory.", lambda: len(self.tables))
        metrics.gauge("quincunx_seeks", "People in the pool.", lambda: len(self.pool))
        metrics.gauge("quincunx_desk_waiting", "Positions that wait to be worked out.", lambda: len(self.desk))
        metrics.gauge("quincunx_analyses", "Positions that are looked at, or wait for it.", lambda: len(self.analysts))
        metrics.gauge("quincunx_reviews", "Matches that are being reviewed.", lambda: len(self._reviewing))

    async def start(self) -> None:
        """Put right what an outage has done to the clocks, then begin to do what is due."""
        await self._outages.make_good()
        await self._sweeping.plan()
        always = [self._uptime.run(), self.pool.run(), self._outages.run()]
        runs = [*always, *(errand.run() for errand in self._errands)]
        self._tasks = [asyncio.create_task(run) for run in runs]

    @property
    def at_work(self) -> bool:
        """Whether everything that should run does."""
        return bool(self._tasks) and not any(task.done() for task in self._tasks)

    async def stop(self) -> None:
        """Leave what was begun to whoever is next."""
        self._duties.stopping = True
        self.thinkers.stop()
        self.analysts.stop()
        self._reviewing.stop()
        self.desk.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.write(lambda unit: unit.jobs.release(self._by))
        await self._outages.sign()

    async def say_goodbye(self) -> None:
        """The server stops: what is asked is answered, every client is told to come back, and goes."""
        self.stopping = True
        for connection in self._all():
            connection.finish(messages.Goodbye(reason="stopping", after=COME_BACK_AFTER))
        while self._connections:
            self._left.clear()
            await self._left.wait()

    # -- who is connected --

    def enter(self, connection: Connection) -> bool:
        """Somebody has connected; False if he is here too often already."""
        if len(self._connections.get(connection.party, ())) >= MOST_CONNECTIONS:
            return False
        self._connections[connection.party].add(connection)
        if connection.who is not None and connection.who.kind == "guest":
            self._shares.came(connection.account, connection.network)
        return True

    def leave(self, connection: Connection) -> None:
        """Somebody is gone."""
        self.pool.remove(*connection.seeks)
        self.analysts.leave(connection)
        others = self._connections[connection.party]
        others.discard(connection)
        if not others:
            del self._connections[connection.party]
        self._left.set()
        for id in [*connection.watched, *connection.reading]:
            self.unwatch(connection, id)

    def drop(self, account: str) -> None:
        """Close every connection of an account: it is logged out, or no more."""
        for connection in self._connections.get(account, ()):
            connection.close()

    async def forget(self, account: str) -> None:
        """An account is no more, or has another name: its lines are closed, and its name is read anew."""
        self.drop(account)
        self.pool.forget(account)
        await self.tables.reread(lambda match: bool(match.sides_of(account)))

    def tell(self, account: str, message: messages.Outgoing) -> None:
        """Tell somebody something, on all devices; a program that may not read hears only of what it may play."""
        for connection in self._connections.get(account, ()):
            if connection.reads or not isinstance(message, messages.Reviewed):
                connection.say(message)

    # -- who watches what --

    def watch(self, connection: Connection, table: Table, since: int) -> bool:
        """Tell somebody of a match from a version on; False where that was a page, and not the last. The table is held.

        The client asks for the pages one by one, as fast as it reads. News would come before what is missing, so it is
        told only from the last page on.
        """
        since = min(since, len(table.log))
        until = table.page_after(since)
        if since < until or since == 0:
            connection.send(table.told_since(since, self.now(), until=until))
        if until < len(table.log):
            self._let_read(connection, table)
            return False
        table.viewers.discard(connection)
        self._let_watch(connection, table)
        self._has_read(connection, table.id)
        return True

    def view(self, connection: Connection, table: Table, since: int) -> bool:
        """The same with scenes, and with one at once: whoever has just come has nothing to look at yet."""
        since = min(since, len(table.log))
        until = table.page_after(since)
        if until < len(table.log):
            connection.send(table.told_since(since, self.now(), until=until))
            self._let_read(connection, table)
            return False
        table.viewers.add(connection)
        connection.send(table.told_since(since, self.now(), [table.scene()]))
        self._let_watch(connection, table)
        self._has_read(connection, table.id)
        return True

    def _let_read(self, connection: Connection, table: Table) -> None:
        """Keep the match in memory until its last page is asked for: it would be folded anew for each one."""
        if table.id not in connection.watched and table.id not in connection.reading:
            connection.reading[table.id] = self.tables.keep(table.id)

    def _has_read(self, connection: Connection, id: str) -> None:
        """It is not kept for the next page any longer."""
        table = connection.reading.pop(id, None)
        if table is not None:
            self.tables.let_go(table)

    def _let_watch(self, connection: Connection, table: Table) -> None:
        if table.id not in connection.watched:
            connection.watched[table.id] = self.tables.keep(table.id)
            table.watchers.add(connection)
            self.absences.note(table, connection.account, self.now())
            if len(table.watchers) > 1 and self._presences.tell(table):  # whoever comes first has nobody to be told to
                return
        connection.send(self.absences.told(table, self.now()))

    async def returned(self, connection: Connection, table_id: str, match: Match) -> None:
        """Somebody looks at a match: a player who can be claimed against is back, and nobody is kept waiting to pass.

        The table is not held.
        """
        for side in match.sides_of(connection.account):
            if side in match.abandoned:
                await self.referee.settle(table_id, Return(side))
        if match.awaits_pass():  # so it was left by an earlier version, or so it begins
            await self.referee.settle(table_id, Pass())

    def unwatch(self, connection: Connection, id: str) -> None:
        """Tell somebody no more of a match."""
        self._has_read(connection, id)
        table = connection.watched.pop(id, None)
        if table is None:
            return
        table.leave(connection)
        self.absences.note(table, connection.account, self.now())
        self._presences.tell(table)
        self.tables.let_go(table)

    def note_lag(self, connection: Connection, lag: int) -> None:
        """A client has measured its lag; where it plays, the others see what has changed."""
        before, connection.lag = connection.lag, lag
        if before is not None and abs(lag - before) < WORTH_TELLING:
            return
        for table in connection.watched.values():
            if table.cached is not None and table.cached.sides_of(connection.account):
                self._presences.tell(table)

    # -- what happens by itself --

    def _errand(
        self,
        kinds: tuple[str, ...],
        most: int,
        lease: int,
        do: Callable[[Job], Awaitable[None]],
        pick: Callable[[int], Awaitable[list[str]]] | None = None,
    ) -> Errands:
        return Errands(self.store, self.now, by=self._by, kinds=kinds, most=most, lease=lease, do=do, pick=pick)

    def expect(self, due: int) -> None:
        """Something will be due then."""
        for errand in self._errands:
            errand.expect(due)

    def _made(self, id: str, match: Match) -> None:
        """Tell the players of a match that was made without one of them asking at this moment."""
        for account in {seat.account for seat in match.seats if isinstance(seat, Person)}:
            self.tell(account, messages.Paired(match=id))

    def _challenged(self, id: str, created: Created, by: Account) -> None:
        self.tell(created.invited, messages.Challenged(match=id, by=by.name))

    async def _pair(self, first: Seek, second: Seek, accounts: tuple[Account, Account]) -> None:
        id = await self.lobby.pair(first, second, accounts)
        for account in accounts:
            self.tell(account.id, messages.Paired(match=id))

    def _all(self) -> list[Connection]:
        return [connection for connections in self._connections.values() for connection in connections]

    def _count(self) -> int:
        return len(self._all())
