"""How matches come about: against a bot, at one screen, by link, by challenge, through the pool."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import NamedTuple

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.games import make_game
from quincunx.host.live_matches import LiveMatches
from quincunx.host.match_factory import derived_id
from quincunx.host.referee import Referee
from quincunx.play import legs
from quincunx.play.commands import Join
from quincunx.play.errors import Refused
from quincunx.play.events import Created, Kind, Visibility, read_event
from quincunx.play.glicko import Rating
from quincunx.play.match_setup import clock_for, drawn_game, seated
from quincunx.play.pairing import USUAL_CLOCK, Seek
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.play.wishes import agreed, read_wish
from quincunx.server.live import messages
from quincunx.store.accounts import Account
from quincunx.store.errors import Missing
from quincunx.store.store import Store, Unit

MOST_MATCHES = 200  # that one account has open or running, without the challenges that wait
MOST_CHALLENGES = 3  # that wait between two people
MOST_WAITING = 20  # challenges that wait for one person's answer, whoever sent them


class Made(NamedTuple):
    """A match that was made, and what its maker should know."""

    id: str
    created: Created
    secret: str


class Lobby:
    """Makes matches, and lets people in."""

    def __init__(
        self, store: Store, matches: LiveMatches, referee: Referee, now: Callable[[], int], luck: Random
    ) -> None:
        self._store = store
        self._matches = matches
        self._referee = referee
        self._now = now
        self._luck = luck
        self.on_challenge: Callable[[str, Created, Account], None] = lambda id, created, by: None  # told once

    async def create(self, account: Account, asked: messages.Create) -> Made:
        """The match that somebody asks for; asked for again with the same id, the same match."""
        id = derived_id(account.id, asked.id)
        before = await self._made_before(id)
        if before is not None:
            return before
        await self._require_room(account)
        game = drawn_game(asked.game, asked.options, self._luck)
        me = await self._person(account, game)
        other, invited = await self._opponent(account, asked.opponent)
        if asked.rated:
            self._require_ratable(account, asked)
        secret = secrets.token_urlsafe(16) if isinstance(asked.opponent, messages.ByInvite) else ""
        created = Created(
            at=self._now(),
            game=game.key,
            options=dict(game.options),
            chosen={name: game.options[name] for name in asked.options},
            seats=seated(asked.colour, me, other, self._luck),
            clock=clock_for(game, asked.clock),
            kind=_KINDS[type(asked.opponent)],
            visibility=asked.visibility or _VISIBILITIES.get(type(asked.opponent), "public"),
            rated=asked.rated,
            invited=invited,
            invite=link_digest(secret) if secret else "",
            leg=legs.begun(asked.legs),
        )
        if await self._made(id, created, secret, account):
            return Made(id, created, secret)
        return await self._made_before(id) or Made(id, created, secret)

    async def _made(self, id: str, created: Created, secret: str, account: Account) -> bool:
        """Make the match; False if it was made before, maybe a moment ago."""
        if not created.invited:
            return await self._referee.create(id, created, secret or None)
        try:
            made = await self._referee.create(
                id, created, None, require=lambda unit: _require_few(unit, account.id, created.invited)
            )
        except Refused:
            if await self._made_before(id) is None:
                raise
            return False
        if made:
            self.on_challenge(id, created, account)
        return made

    async def _made_before(self, id: str) -> Made | None:
        """The match as it was made when it was asked for first."""

        def work(unit: Unit) -> Made | None:
            try:
                header = unit.matches.get(id)
            except Missing:
                return None
            created = read_event(unit.log.read(id)[0].payload)
            assert isinstance(created, Created)
            return Made(id, created, header.invite or "")

        return await self._store.read(work)

    async def join(self, account: Account, asked: messages.Join) -> range:
        """Let somebody take the open seat; who sits there already has joined."""
        async with self._matches.hold(asked.match) as live:
            match, game = live.match, live.match.state.game
            if match.open_side() is None and match.sides_of(account.id):
                return range(match.version + 1, match.version + 1)
        digest = link_digest(asked.secret) if asked.secret else ""
        person = await self._person(account, game)
        return await self._referee.settle(asked.match, Join(person, digest))

    async def sought(self, account: Account, asked: messages.Seek) -> Seek:
        """What somebody who looks for an opponent wants, as the pool compares it."""
        if asked.rated and account.kind != "member":
            raise _members_only()
        wish = read_wish(asked.game, asked.options, asked.own)
        if asked.rated and not wish.is_usual:
            raise _unusual()
        rating = await self.rating(account, wish.game)
        return Seek(
            id=f"{account.id}:{asked.id}",
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

    async def pair(self, first: Seek, second: Seek, accounts: tuple[Account, Account]) -> str:
        """The match of two whom the pool has brought together."""
        id = derived_id(first.id, second.id, str(first.since), str(second.since))  # clients may use their ids again
        game = make_game(first.game, {})
        one, other = [await self._person(account, game) for account in accounts]
        seats = seated("random", one, other, self._luck)
        chosen = agreed(game, (first, second) if seats[0] is one else (second, first))
        game = drawn_game(first.game, chosen, self._luck)
        created = Created(
            at=self._now(),
            game=game.key,
            options=dict(game.options),
            chosen={name: game.options[name] for name in chosen},
            seats=seats,
            clock=first.clock,
            kind="pool",
            rated=first.rated and second.rated,
            leg=legs.begun(first.legs),
        )
        await self._referee.create(id, created)
        return id

    async def rating(self, account: Account, game: Game) -> Rating | None:
        """A member's rating in a game; a guest has none."""
        if account.kind != "member":
            return None
        return await self._store.read(lambda unit: unit.results.rating(account.id, game.key))

    async def _person(self, account: Account, game: Game) -> Person:
        rating = await self.rating(account, game)
        if rating is None:
            return Person(account.id, account.name)
        return Person(account.id, account.name, round(rating.rating), rating.provisional)

    async def _opponent(self, account: Account, asked: messages.Opponent) -> tuple[Seat | None, str]:
        """Who takes the other seat at once, or for whom it is kept."""
        match asked:
            case messages.AgainstBot(level):
                return Bot(level), ""
            case messages.AtOneScreen(name):
                return Friend(name), ""
            case messages.ByChallenge(name):
                return None, await self._challenged(account, name)
        return None, ""

    async def _challenged(self, account: Account, name: str) -> str:
        found = await self._store.read(lambda unit: unit.accounts.named(name))
        if found is None:
            raise Refused("no_such_player", "There is no player of that name.")
        if found.id == account.id:
            raise Refused("own_match", "Nobody plays against himself here.")
        return found.id

    async def _require_room(self, account: Account) -> None:
        """One person can only have so many matches under way."""
        if await self._store.read(lambda unit: unit.matches.under_way(account.id)) >= MOST_MATCHES:
            raise Refused("too_many", f"{MOST_MATCHES} matches are enough: end one first.")

    def _require_ratable(self, account: Account, asked: messages.Create) -> None:
        if account.kind != "member":
            raise _members_only()
        if not isinstance(asked.opponent, messages.ByInvite | messages.ByChallenge):
            raise Refused("not_ratable", "Only matches between two people are rated.")
        if asked.options:
            raise _unusual()


def _require_few(unit: Unit, account: str, invited: str) -> None:
    """Only so many challenges wait between two people, and for one. Nobody sends either another until the unit ends."""
    unit.accounts.hold(account, invited)
    if unit.matches.waiting_between(account, invited) >= MOST_CHALLENGES:
        raise Refused("too_many", f"{MOST_CHALLENGES} challenges are enough: wait for an answer.")
    if unit.matches.waiting_for(invited) >= MOST_WAITING:
        name = unit.accounts.get(invited).name
        raise Refused("too_many", f"{name} has {MOST_WAITING} challenges waiting already: try again later.")


def _members_only() -> Refused:
    return Refused("members_only", "A rated match is for members.")


def _unusual() -> Refused:
    return Refused("not_ratable", "A rated match is played with the usual options.")


def link_digest(secret: str) -> str:
    """What the log has of an invite link's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


_KINDS: dict[type[messages.Opponent], Kind] = {
    messages.AgainstBot: "bot",
    messages.AtOneScreen: "hot_seat",
    messages.ByInvite: "invite",
    messages.ByChallenge: "challenge",
}
# a friend's name is typed by somebody else
_VISIBILITIES: dict[type[messages.Opponent], Visibility] = {messages.AtOneScreen: "private"}
