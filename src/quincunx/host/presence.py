"""Which players are present. An absence reaches the log only if it lasts for the whole grace period."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from quincunx.host.host_clock import Gap
from quincunx.host.live_match import LiveMatch
from quincunx.host.news import PresenceNews
from quincunx.host.presence_store import Elsewhere, MemoryPresence, PresenceStore
from quincunx.play import clocks
from quincunx.play.match import Match
from quincunx.play.seats import Person

EVERY = 1.0  # seconds: subscribers of a match get at most one presence message in that time


class Absences:
    """Who is present at a match in any process, and since when the others have been absent."""

    def __init__(self, started: int, gaps: Sequence[Gap] = (), store: PresenceStore | None = None) -> None:
        self._started = started  # nobody can have been present earlier
        self._gaps = gaps  # nor while the server was not running
        self._store = MemoryPresence() if store is None else store

    def note(self, live: LiveMatch, account: str, now: int) -> None:
        """Note that an account has arrived or left; a spectator's account may be empty."""
        self._store.note(live, account, now)

    def note_lag(self, live: LiveMatch) -> None:
        """Note that a player's lag has changed."""
        self._store.note_lag(live)

    def forget(self, id: str) -> None:
        """Forget a match that is over."""
        self._store.forget(id)

    async def learn(self, id: str) -> None:
        """Find out who is present elsewhere, for a match that is about to be followed."""
        await self._store.learn(id)

    async def ask(self, id: str) -> Elsewhere:
        """Ask who is present elsewhere."""
        return await self._store.ask(id)

    def claim_at(self, live: LiveMatch, side: int, elsewhere: Elsewhere) -> int | None:
        """When the opponent of this side may claim.

        None if the player is present, if the match allows no claims, or while it is uncertain who is present.
        """
        match = live.match
        seat, grace = match.seats[side], clocks.grace(match.created.clock)
        if match.status != "running" or grace is None or not isinstance(seat, Person) or not match.between_people():
            return None
        if not elsewhere.is_certain or self.is_present(live, seat.account, elsewhere):
            return None
        back = self._gaps[-1].until if self._gaps else self._started
        return max(elsewhere.left.get(seat.account, 0), elsewhere.since, back, match.began) + grace

    def is_present(self, live: LiveMatch, account: str, elsewhere: Elsewhere) -> bool:
        """Whether an account follows the match on any device, through any process."""
        return account in elsewhere.lags or live.is_present(account)

    def news(self, live: LiveMatch, now: int) -> PresenceNews:
        """The current presence news of a match."""
        match, elsewhere = live.match, self._store.elsewhere(live.id)
        return PresenceNews(
            live.id,
            now,
            present=(self._is_there(live, match, 0, elsewhere), self._is_there(live, match, 1, elsewhere)),
            lag=(_lag(live, match, 0, elsewhere), _lag(live, match, 1, elsewhere)),
            claim_at=(self.claim_at(live, 0, elsewhere), self.claim_at(live, 1, elsewhere)),
            watchers=len(live.subscribers) + elsewhere.watchers,
        )

    def _is_there(self, live: LiveMatch, match: Match, side: int, elsewhere: Elsewhere) -> bool:
        account = match.account_at(side)
        return match.seats[side] is not None and (account is None or self.is_present(live, account, elsewhere))


class Presences:
    """Sends presence news to the subscribers at once, but at most once a second; later changes are sent afterwards."""

    def __init__(self, absences: Absences, now: Callable[[], int]) -> None:
        self._absences = absences
        self._now = now
        self._lately: dict[LiveMatch, bool] = {}  # matches with recent news, and whether anything has changed since

    def tell(self, live: LiveMatch) -> bool:
        """Send the presence news of a match now or soon; returns whether it was sent now."""
        if live in self._lately:
            self._lately[live] = True
            return False
        if not live.subscribers:
            return False
        sent = live.cached is not None  # while it is being reread, the news has to wait
        if sent:
            live.tell(self._absences.news(live, self._now()))
        self._lately[live] = not sent
        asyncio.get_running_loop().call_later(EVERY, self._again, live)
        return sent

    def _again(self, live: LiveMatch) -> None:
        if self._lately.pop(live) and live.subscribers:
            self.tell(live)


def _lag(live: LiveMatch, match: Match, side: int, elsewhere: Elsewhere) -> int | None:
    """The lowest lag among the player's devices."""
    account = match.account_at(side)
    lags = [each.lag for each in live.subscribers if each.account == account and each.lag is not None]
    there = None if account is None else elsewhere.lags.get(account)
    return min(lags if there is None else [*lags, there], default=None)
