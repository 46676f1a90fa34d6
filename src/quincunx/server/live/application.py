"""Live play in one server process: everything that runs in the background, and the connections."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence

from quincunx.host.account_turns import account_turns
from quincunx.host.analyses import Analyses
from quincunx.host.bot_scheduler import add_bots
from quincunx.host.bus import Bus
from quincunx.host.fair_shares import shares_of
from quincunx.host.hints import Hints
from quincunx.host.host import Host
from quincunx.host.host_clock import HostClock
from quincunx.host.jobs import daily_cleanup, outbox
from quincunx.host.jobs.account_changes import AccountChanges
from quincunx.host.jobs.daily_cleanup import DailyCleanup
from quincunx.host.jobs.reviews import ReviewJobs
from quincunx.host.live_match import LiveMatch
from quincunx.host.outages import Outages
from quincunx.host.presence import Presences
from quincunx.host.seek_pool import SeekPool
from quincunx.play.commands import Pass, Return
from quincunx.play.events import Created
from quincunx.play.match import Match
from quincunx.play.seats import Person
from quincunx.protocol import messages
from quincunx.protocol.accounts import Account
from quincunx.server.fair_queue import FairQueue
from quincunx.server.host_metrics import measure
from quincunx.server.live.account_hints import AccountHints, AccountMessage
from quincunx.server.live.connection import Connection
from quincunx.server.live.lobby import Lobby
from quincunx.server.live.lobby_directory import LobbyDirectory
from quincunx.server.live.log_pages import page_after
from quincunx.server.live.online_players import OnlinePlayers
from quincunx.server.live.watch_list import WatchList
from quincunx.server.metrics import Metrics
from quincunx.server.worker_watch import WorkerWatch
from quincunx.store.moderation import FOLLOW
from quincunx.store.store import Store

MOST_AT_ONCE = 32  # clock and absence jobs at the same time
STUDIES_AT_ONCE = 2  # positions computed at once besides play: few, because of the GIL
MOST_STUDIES_WAITING = 100  # waiting positions
LEASE = 5_000  # milliseconds, for jobs that take almost no time
MOST_CONNECTIONS = 64  # per account, or per network if nobody is logged in
WORTH_TELLING = 50  # milliseconds by which the lag must change to be reported
COME_BACK_AFTER = 1_000  # milliseconds, when the server stops


class LiveApplication:
    """The live part of a server."""

    def __init__(
        self,
        store: Store,
        clock: HostClock,
        metrics: Metrics,
        *,
        bots: int,
        bot_seconds: float,
        reviews: int,
        analysts: int,
        analysis_seconds: float,
        bus: Bus | None = None,
    ) -> None:
        workers = bots + 1  # as many as can be picked
        self.host = host = Host(store, clock, bot_workers=workers, bot_seconds=bot_seconds, bus=bus, kind="server")
        self.bus = host.bus
        self.now = now = host.now
        self.store = store
        self.matches, self.referee, self.factory = host.matches, host.referee, host.factory
        self.absences = host.absences
        self._presences = Presences(self.absences, now)
        self.lobby = Lobby(self.matches, self.referee, self.factory, now)
        self.pool = SeekPool(store, self.bus, host.id, self.factory, now)
        self.pool.pairer.on_paired = self._paired
        self.pool.pairer.on_found = lambda match, account: self.accounts.tell_here(
            account, messages.Paired(match=match)
        )
        self._shares = shares_of(host.bus)
        self.hints = Hints(host.bot_workers, self._shares, account_turns(host.bus, "hint"))
        self.study_queue = FairQueue("study_queue", STUDIES_AT_ONCE, MOST_STUDIES_WAITING)
        self.analyses = Analyses(analysts, analysis_seconds)
        self._reviews = ReviewJobs(store, reviews, now, self._reviewed)
        self._cleanup = DailyCleanup(store, now)
        assert host.heartbeat is not None
        self._outages = Outages(store, self.referee, now, host.heartbeat, host.gaps)
        self._connections: defaultdict[str, set[Connection]] = defaultdict(set)
        self.accounts = AccountHints(self.bus, store, self.matches, self._connections, self._forget_here)
        self.watch_list = WatchList(store, self.matches, now, host.presence)
        self.lobby_directory = LobbyDirectory(now, OnlinePlayers(self._connections, host.presence), self.pool)
        host.presence.on_change = self._changed_elsewhere
        self._left = asyncio.Event()
        self.stopping = False
        host.add_runner((outbox.FLAG, outbox.ABSENCE), MOST_AT_ONCE, LEASE, host.handlers.do)
        add_bots(host, self._shares, bots=bots, seconds=bot_seconds)
        self._reviews.add_to(host)
        host.add_runner((FOLLOW,), 1, LEASE, AccountChanges(store, self.referee, now, self.forget).do)
        host.add_runner((daily_cleanup.KIND,), 1, daily_cleanup.LEASE, self._cleanup.do)
        self.referee.on_match = self._made
        self.factory.on_challenge = self._challenged
        self._works_alone = bots > 0 and reviews > 0
        self._measure(metrics)

    def _measure(self, metrics: Metrics) -> None:
        measure(metrics, self.host, self._reviews)
        metrics.gauge("quincunx_connections", "Open sockets.", self._count)
        metrics.gauge("quincunx_seeks", "Players in the pool, if this process pairs them.", lambda: len(self.pool))
        metrics.gauge(
            "quincunx_study_queue_waiting", "Positions waiting to be computed.", lambda: len(self.study_queue)
        )
        metrics.gauge("quincunx_analyses", "Positions being analysed or waiting for it.", lambda: len(self.analyses))

    async def start(self) -> None:
        """Correct the clocks after an outage, then start running jobs."""
        await self._outages.exclude_downtime()
        await self._cleanup.plan()
        await self.pool.start()
        self.accounts.start()
        watches = [] if self._works_alone else [WorkerWatch(self.store, self.now).run()]
        self.host.start(self.pool.run(), self._outages.run(), self.accounts.run(), *watches)

    @property
    def at_work(self) -> bool:
        """Whether all background tasks are running."""
        return self.host.at_work

    async def stop(self) -> None:
        """Stop, and leave unfinished jobs to other processes."""
        self.analyses.stop()
        self._reviews.stop()
        self.study_queue.stop()
        await self.host.stop()
        await self.pool.stop()
        await self._outages.send_heartbeat()

    async def say_goodbye(self) -> None:
        """Answer pending messages, tell every client to reconnect later, and wait until all have disconnected."""
        self.stopping = True
        for connection in self._all():
            connection.finish(messages.Goodbye(reason="stopping", after=COME_BACK_AFTER))
        while self._connections:
            self._left.clear()
            await self._left.wait()

    # -- connections --

    def enter(self, connection: Connection) -> bool:
        """Add a connection; returns False if its account or network has too many."""
        if len(self._connections.get(connection.party, ())) >= MOST_CONNECTIONS:
            return False
        self._connections[connection.party].add(connection)
        self.accounts.follow(connection.account)
        if connection.who is not None and connection.who.kind == "guest":
            self._shares.note_network(connection.account, connection.network)
        return True

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        self.pool.leave(connection.account, connection.number)
        self.analyses.leave(connection.account, connection)
        others = self._connections[connection.party]
        others.discard(connection)
        if not others:
            del self._connections[connection.party]
            self.accounts.unfollow(connection.account)
        self._left.set()
        for id in [*connection.watched, *connection.reading]:
            self.unwatch(connection, id)

    def drop(self, account: str) -> None:
        """Close all connections of an account that was logged out or deleted, in all processes."""
        self.accounts.drop(account)

    async def forget(self, account: str) -> None:
        """Close the connections of a deleted or renamed account, and reread its name, in all processes."""
        self.drop(account)
        self.accounts.change(account)
        await self._forget_here(account)

    async def _forget_here(self, account: str) -> None:
        await self.matches.reread(lambda match: bool(match.sides_of(account)))

    def tell(self, account: str, message: AccountMessage) -> None:
        """Send a message to all connections of an account, in all processes."""
        self.accounts.tell(account, message)

    # -- watching --

    def watch(self, connection: Connection, live: LiveMatch, since: int) -> bool:
        """Send the events of a match after a version, and news from then on. The match must be held.

        Returns False if that was a page, but not the last one. The client asks for the pages one by one, as fast as it
        reads. News is only sent after the last page, because otherwise it would come before the missing events.
        """
        since = min(since, len(live.log))
        until = page_after(live.log, since)
        if since < until or since == 0:
            connection.on_news(live.news_since(since, self.now(), until=until))
        if until < len(live.log):
            self._let_read(connection, live)
            return False
        live.viewers.discard(connection)
        self._let_watch(connection, live)
        self._has_read(connection, live.id)
        return True

    def view(self, connection: Connection, live: LiveMatch, since: int) -> bool:
        """The same with scenes, including the current one at once, for a client that has just connected."""
        since = min(since, len(live.log))
        until = page_after(live.log, since)
        if until < len(live.log):
            connection.on_news(live.news_since(since, self.now(), until=until))
            self._let_read(connection, live)
            return False
        live.viewers.add(connection)
        connection.on_news(live.news_since(since, self.now(), [live.scene()]))
        self._let_watch(connection, live)
        self._has_read(connection, live.id)
        return True

    def _let_read(self, connection: Connection, live: LiveMatch) -> None:
        """Keep the match in memory until its last page is requested, to avoid folding it for every page."""
        if live.id not in connection.watched and live.id not in connection.reading:
            connection.reading[live.id] = self.matches.keep(live.id)

    def _has_read(self, connection: Connection, id: str) -> None:
        """Release a match that was kept for its next page."""
        live = connection.reading.pop(id, None)
        if live is not None:
            self.matches.let_go(live)

    def _let_watch(self, connection: Connection, live: LiveMatch) -> None:
        if live.id not in connection.watched:
            connection.watched[live.id] = self.matches.keep(live.id)
            live.join(connection)
            self.absences.note(live, connection.account, self.now())
            if len(live.subscribers) > 1 and self._presences.tell(live):  # the first subscriber has no others to notify
                return
        connection.on_news(self.absences.news(live, self.now()))

    async def returned(self, connection: Connection, match_id: str, match: Match) -> None:
        """Settle what follows when a client watches a match: its player has returned, and a forced pass is played.

        The match must not be held.
        """
        for side in match.sides_of(connection.account):
            if side in match.abandoned:
                await self.referee.settle(match_id, Return(side))
        if match.awaits_pass():  # left like this by an earlier version, or at the start of a match
            await self.referee.settle(match_id, Pass())

    def unwatch(self, connection: Connection, id: str) -> None:
        """Stop watching a match."""
        self._has_read(connection, id)
        live = connection.watched.pop(id, None)
        if live is None:
            return
        live.leave(connection)
        self.absences.note(live, connection.account, self.now())
        self._presences.tell(live)
        self.matches.let_go(live)

    def note_lag(self, connection: Connection, lag: int) -> None:
        """Note the lag that a client has measured; subscribers of its matches are notified if it has changed."""
        before, connection.lag = connection.lag, lag
        if before is not None and abs(lag - before) < WORTH_TELLING:
            return
        for live in connection.watched.values():
            if live.cached is not None and live.cached.sides_of(connection.account):
                self.absences.note_lag(live)
                self._presences.tell(live)

    def _changed_elsewhere(self, id: str) -> None:
        """Notify the subscribers of a match that somebody has arrived or left in another process."""
        live = self.matches.find(id)
        if live is not None:
            self._presences.tell(live)

    # -- notifications --

    def _made(self, id: str, match: Match) -> None:
        """Notify the players of a match that was created as a consequence of another one."""
        for account in {seat.account for seat in match.seats if isinstance(seat, Person)}:
            self.tell(account, messages.Paired(match=id))

    def _reviewed(self, account: str, match: str) -> None:
        self.tell(account, messages.Reviewed(match=match))

    def _challenged(self, id: str, created: Created, by: Account) -> None:
        self.tell(created.invited, messages.Challenged(match=id, by=by.name))

    def _paired(self, match: str, accounts: Sequence[str]) -> None:
        for account in accounts:
            self.tell(account, messages.Paired(match=match))

    def _all(self) -> list[Connection]:
        return [connection for connections in self._connections.values() for connection in connections]

    def _count(self) -> int:
        return len(self._all())
