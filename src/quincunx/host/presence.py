"""Which players are present. The log only has it if a player stays away for the whole grace period."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from quincunx.host.host_clock import Gap
from quincunx.host.live_match import LiveMatch
from quincunx.host.news import PresenceNews
from quincunx.play import clocks
from quincunx.play.match import Match
from quincunx.play.seats import Person

EVERY = 1.0  # seconds: subscribers of a match get at most one presence message in that time


class Absences:
    """Tracks since when each absent player has been away."""

    def __init__(self, started: int, gaps: Sequence[Gap] = ()) -> None:
        self._started = started  # nobody can have been present before
        self._gaps = gaps  # nor while the server did not run
        self._since: dict[str, dict[str, int]] = {}  # by match and account

    def note(self, live: LiveMatch, account: str, now: int) -> None:
        """Note that an account has come or left; spectators are not tracked."""
        if live.cached is not None and (live.match.status != "running" or not live.match.sides_of(account)):
            return
        since = self._since.setdefault(live.id, {})
        if live.is_present(account):
            since.pop(account, None)
        else:
            since.setdefault(account, now)

    def forget(self, id: str) -> None:
        """Forget a match that is over."""
        self._since.pop(id, None)

    def claim_at(self, live: LiveMatch, side: int) -> int | None:
        """When the other player may claim; None if this one is present, or if the match allows no claims."""
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
        """The current presence news of a match."""
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
    """Sends presence news to the subscribers at once, but at most once a second; later changes are sent afterwards."""

    def __init__(self, absences: Absences, now: Callable[[], int]) -> None:
        self._absences = absences
        self._now = now
        self._lately: dict[LiveMatch, bool] = {}  # matches with recent news, and whether something has changed since

    def tell(self, live: LiveMatch) -> bool:
        """Send the presence news of a match now or soon; returns whether it was sent now."""
        if live in self._lately:
            self._lately[live] = True
            return False
        if not live.subscribers:
            return False
        told = live.cached is not None  # if it is being reread, the news is sent later
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
    """The lowest lag of the player's devices."""
    account = match.account_at(side)
    lags = [each.lag for each in live.subscribers if each.account == account and each.lag is not None]
    return min(lags, default=None)
