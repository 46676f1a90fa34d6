"""Who is there. Not in the log: only that somebody has stayed away for the whole grace period is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from quincunx.play import clocks
from quincunx.play.match import Match
from quincunx.play.seats import Person
from quincunx.server.live import messages
from quincunx.server.live.tables import Table
from quincunx.server.live.uptime import Gap

EVERY = 1.0  # second, at most, in which those who watch a match are told once who is there


class Absences:
    """Since when each player who is not there has been away."""

    def __init__(self, started: int, gaps: Sequence[Gap] = ()) -> None:
        self._started = started  # nobody can have been there before
        self._gaps = gaps  # nor while the server was not
        self._since: dict[str, dict[str, int]] = {}  # by match and account

    def note(self, table: Table, account: str, now: int) -> None:
        """Somebody has come or gone; of people who only watch nothing is kept."""
        if table.cached is not None and (table.match.status != "running" or not table.match.sides_of(account)):
            return
        since = self._since.setdefault(table.id, {})
        if table.is_present(account):
            since.pop(account, None)
        else:
            since.setdefault(account, now)

    def forget(self, id: str) -> None:
        """The match is over."""
        self._since.pop(id, None)

    def claim_at(self, table: Table, side: int) -> int | None:
        """When the other player may claim; None where this one is there, or where that is no matter."""
        match = table.match
        seat, grace = match.seats[side], clocks.grace(match.created.clock)
        if match.status != "running" or grace is None or not isinstance(seat, Person) or not match.between_people():
            return None
        if table.is_present(seat.account):
            return None
        back = self._gaps[-1].until if self._gaps else self._started
        since = self._since.get(table.id, {}).get(seat.account, self._started)
        return max(since, back, match.began) + grace

    def told(self, table: Table, now: int) -> str:
        """The message that says who is there."""
        match = table.match
        return messages.write(
            messages.Presence(
                match=table.id,
                time=now,
                present=(_is_there(table, match, 0), _is_there(table, match, 1)),
                lag=(_lag(table, match, 0), _lag(table, match, 1)),
                claim_at=(self.claim_at(table, 0), self.claim_at(table, 1)),
                watchers=len(table.watchers),
            )
        )


class Presences:
    """Tells those who watch who is there: at once, but not again within a second; what changes meanwhile comes then."""

    def __init__(self, absences: Absences, now: Callable[[], int]) -> None:
        self._absences = absences
        self._now = now
        self._lately: dict[Table, bool] = {}  # those that were told of, and whether there is something to tell since

    def tell(self, table: Table) -> bool:
        """Tell of a match now, or else soon; whether it was now."""
        if table in self._lately:
            self._lately[table] = True
            return False
        if not table.watchers:
            return False
        told = table.cached is not None  # read anew meanwhile, it is told of then
        if told:
            table.tell(self._absences.told(table, self._now()))
        self._lately[table] = not told
        asyncio.get_running_loop().call_later(EVERY, self._again, table)
        return told

    def _again(self, table: Table) -> None:
        if self._lately.pop(table) and table.watchers:
            self.tell(table)


def _is_there(table: Table, match: Match, side: int) -> bool:
    account = match.account_at(side)
    return match.seats[side] is not None and (account is None or table.is_present(account))


def _lag(table: Table, match: Match, side: int) -> int | None:
    """The least lag of the player's devices."""
    account = match.account_at(side)
    lags = [watcher.lag for watcher in table.watchers if watcher.account == account and watcher.lag is not None]
    return min(lags, default=None)
