"""Ways into a match: taking an open seat, or seeking an opponent in the pool."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_factory import MatchFactory, link_digest, require_member, unusual
from quincunx.host.referee import Referee
from quincunx.play.commands import Join
from quincunx.play.glicko import Rating
from quincunx.play.match_setup import clock_for
from quincunx.play.pairing import USUAL_CLOCK, Seek
from quincunx.play.wishes import read_wish
from quincunx.protocol import messages
from quincunx.protocol.accounts import Account
from quincunx.store.matches import new_id


class Lobby:
    """Handles joining matches and seeking opponents."""

    def __init__(self, matches: LiveMatches, referee: Referee, factory: MatchFactory, now: Callable[[], int]) -> None:
        self._matches = matches
        self._referee = referee
        self._factory = factory
        self._now = now

    async def join(self, account: Account, asked: messages.Join) -> range:
        """Take the open seat for an account; if it already has a seat, this changes nothing."""
        async with self._matches.hold(asked.match) as live:
            match, game = live.match, live.match.state.game
            if match.open_side() is None and match.sides_of(account.id):
                return range(match.version + 1, match.version + 1)
        digest = link_digest(asked.secret) if asked.secret else ""
        person = await self._factory.person(account, game)
        return await self._referee.settle(asked.match, Join(person, digest))

    async def sought(self, account: Account, asked: messages.Seek) -> Seek:
        """The seek for the pool, from a player's request."""
        if asked.rated:
            require_member(account)
        wish = read_wish(asked.game, asked.options, asked.own)
        if asked.rated and not wish.is_usual:
            raise unusual()
        rating = await self._factory.rating(account, wish.game)
        return Seek(
            id=new_id(),
            account=account.id,
            game=wish.game.key,
            clock=clock_for(wish.game, asked.clock, USUAL_CLOCK),
            rating=round((rating or Rating()).rating),
            since=self._now(),
            legs=asked.legs,
            options=wish.options,
            own=wish.own,
            rated=asked.rated,
            provisional=rating is not None and rating.provisional,
        )
