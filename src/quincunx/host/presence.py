"""Who is there. Not in the log: only that somebody has stayed away for the whole grace period is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from quincunx.host.host_clock import Gap
from quincunx.host.live_match import LiveMatch
from quincunx.host.news import PresenceNews
from quincunx.play import clocks
from quincunx.play.match import Match
from quincunx.play.seats import Person

EVERY = 1.0  # second, at most, in which those who watch a match are told once who is there


class Absences:
    """Since when each player who is not there has been away."""

    def __init__(self, started: int, gaps: Sequence[Gap] = ()) -> None:
        self._started = started  # nobody can have been there before
        self._gaps = gaps  # nor while the server was not
        self._since: dict[str, dict[str, int]] = {}  # by match and account

    def note(self, live: LiveMatch, account: str, now: int) -> None:
        """Somebody has come or gone; of people who only watch nothing is kept."""
        if live.cached is not None and (live.match.status != "running" or not live.match.sides_of(account)):
            return
        since = self._since.setdefault(live.id, {})
        if live.is_present(account):
            since.pop(account, None)
        else:
            since.setdefault(account, now)

    def forget(self, id: str) -> None:
        """The match is over."""
        self._since.pop(id, None)

    def claim_at(self, live: LiveMatch, side: int) -> int | None:
        """When the other player may claim; None where this one is there, or where that is no matter."""
        match = live.match
        seat, grace = match.seats[side], clocks.grace(match.created.clock)
        if match.status != "running" or grace is None or not isinstance(seat, Person) or not match.between_people():
            return None
        if live.is_present(seat.account):
            return None
        back = self._gaps[-1].until if self._gaps else self._started
        since = self._since.get(live.id, {}).get(seat.account, self._started)
        return max(since, back, match.began) + grace

    def news(self, live: LiveMatch, now: int) -> PresenceNews:
        """Who is there."""
        match = live.match
        return PresenceNews(
            live.id,
            now,
            present=(_is_there(live, match, 0), _is_there(live, match, 1)),
            lag=(_lag(live, match, 0), _lag(live, match, 1)),
            claim_at=(self.claim_at(live, 0), self.claim_at(live, 1)),
            watchers=len(live.subscribers),
        )


class Presences:
    """Tells those who watch who is there: at once, but not again within a second; what changes meanwhile comes then."""

    def __init__(self, absences: Absences, now: Callable[[], int]) -> None:
        self._absences = absences
        self._now = now
        self._lately: dict[LiveMatch, bool] = {}  # those told of, and whether something has changed since

    def tell(self, live: LiveMatch) -> bool:
        """Tell of a match now, or else soon; whether it was now."""
        if live in self._lately:
            self._lately[live] = True
            return False
        if not live.subscribers:
            return False
        told = live.cached is not None  # read anew meanwhile, it is told of then
        if told:
            live.tell(self._absences.news(live, self._now()))
        self._lately[live] = not told
        asyncio.get_running_loop().call_later(EVERY, self._again, live)
        return told

    def _again(self, live: LiveMatch) -> None:
        if self._lately.pop(live) and live.subscribers:
            self.tell(live)


def _is_there(live: LiveMatch, match: Match, side: int) -> bool:
    account = match.account_at(side)
    return match.seats[side] is not None and (account is None or live.is_present(account))


def _lag(live: LiveMatch, match: Match, side: int) -> int | None:
    """The least lag of the player's devices."""
    account = match.account_at(side)
    lags = [each.lag for each in live.subscribers if each.account == account and each.lag is not None]
    return min(lags, default=None)
