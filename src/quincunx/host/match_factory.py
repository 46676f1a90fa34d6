"""The only way to create a match: for players on the server, for the pool, and for the terminal.

Options are drawn here, seats and limits are checked here. Rematches and second games follow from a match's own log
(`match_creation.following`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.games import make_game
from quincunx.host.match_creation import create_match, derived_id
from quincunx.play import legs
from quincunx.play.clocks import Clock
from quincunx.play.errors import Refused
from quincunx.play.events import Created, Kind, Visibility, read_event
from quincunx.play.glicko import Rating
from quincunx.play.match_setup import Colour, clock_for, drawn_game, seated
from quincunx.play.opponents import AgainstBot, AtOneScreen, BotAgainstBot, ByChallenge, ByInvite, Opponent
from quincunx.play.pairing import Seek
from quincunx.play.seats import Bot, Friend, Person, Seat
from quincunx.play.wishes import agreed
from quincunx.protocol.accounts import Account
from quincunx.store.digests import digest
from quincunx.store.errors import Missing
from quincunx.store.store import Store, Unit
from quincunx.words import phrase

MOST_MATCHES = 200  # that one account has open or running, without the challenges that wait
MOST_CHALLENGES = 3  # that wait between two people
MOST_WAITING = 20  # challenges that wait for one person's answer, whoever sent them

Seats = tuple[Seat | None, Seat | None]


class MatchRequest(NamedTuple):
    """What somebody wants to play, and against whom."""

    game: str
    opponent: Opponent | BotAgainstBot
    options: dict[str, Any] = {}  # as chosen; the rest is as usual, or drawn
    clock: Clock | None = None  # the game's usual one
    colour: Colour = "random"
    rated: bool = False
    visibility: Visibility | None = None  # at one screen private, else public
    legs: legs.Legs = 1


class Made(NamedTuple):
    """A match that was made, and what its maker should know."""

    id: str
    created: Created
    secret: str


class MatchFactory:
    """Makes matches."""

    def __init__(self, store: Store, now: Callable[[], int], luck: Random) -> None:
        self._store = store
        self._now = now
        self._luck = luck
        self.on_job: Callable[[int], None] = lambda due: None  # a bot may have the first turn
        self.on_challenge: Callable[[str, Created, Account], None] = lambda id, created, by: None  # told once

    async def create(self, account: Account, request: MatchRequest, request_id: str) -> Made:
        """The match that somebody asks for; asked for again with the same id, the same match."""
        id = derived_id(account.id, request_id)
        before = await self._made_before(id)
        if before is not None:
            return before
        game = drawn_game(request.game, request.options, self._luck)
        if request.rated:
            _require_ratable(account, request)
        secret = secrets.token_urlsafe(16) if isinstance(request.opponent, ByInvite) else ""
        invited = await self._invited(account, request)
        seats = await self._seats(account, game, request)
        created = Created(
            at=self._now(),
            game=game.key,
            options=dict(game.options),
            chosen={name: game.options[name] for name in request.options},
            seats=seats,
            clock=clock_for(game, request.clock),
            kind=_KINDS[type(request.opponent)],
            visibility=request.visibility or _VISIBILITIES.get(type(request.opponent), "public"),
            rated=request.rated,
            invited=invited,
            invite=link_digest(secret) if secret else "",
            leg=legs.begun(request.legs),
        )
        if await self._create_within_limits(id, created, secret, account):
            return Made(id, created, secret)
        return await self._made_before(id) or Made(id, created, secret)

    async def pair(self, first: Seek, second: Seek, accounts: tuple[Account, Account]) -> str:
        """The match of two whom the pool has brought together."""
        id = derived_id(first.id, second.id, str(first.since), str(second.since))  # clients may use their ids again
        game = make_game(first.game, {})
        one, other = [await self.person(account, game) for account in accounts]
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
        await self._create(id, created, "", lambda unit: None)
        return id

    async def person(self, account: Account, game: Game) -> Person:
        """An account as it takes a seat, with its rating in the game."""
        rating = await self.rating(account, game)
        if rating is None:
            return Person(account.id, account.name)
        return Person(account.id, account.name, round(rating.rating), rating.provisional)

    async def rating(self, account: Account, game: Game) -> Rating | None:
        """A member's rating in a game; a guest has none."""
        if account.kind != "member":
            return None
        return await self._store.read(lambda unit: unit.results.rating(account.id, game.key))

    async def _seats(self, account: Account, game: Game, request: MatchRequest) -> Seats:
        """Who sits where; an open seat is for whoever is invited."""
        match request.opponent:
            case BotAgainstBot(level):
                return Bot(level), Bot(level)
            case AgainstBot(level):
                other: Seat | None = Bot(level)
            case AtOneScreen(name):
                other = Friend(name)
            case _:
                other = None
        return seated(request.colour, await self.person(account, game), other, self._luck)

    async def _invited(self, account: Account, request: MatchRequest) -> str:
        """The account for whom the other seat is kept."""
        if not isinstance(request.opponent, ByChallenge):
            return ""
        name = request.opponent.name
        found = await self._store.read(lambda unit: unit.accounts.named(name))
        if found is None:
            raise Refused("no_such_player", phrase("host.match.no_such_player"))
        if found.id == account.id:
            raise Refused("own_match", phrase("play.refused.own_match"))
        return found.id

    async def _create_within_limits(self, id: str, created: Created, secret: str, account: Account) -> bool:
        """Make the match; False if it was made before, maybe a moment ago."""

        def require(unit: Unit) -> None:
            if created.invited:
                _require_few(unit, account.id, created.invited)
            _require_room(unit, account.id)

        try:
            made = await self._create(id, created, secret, require)
        except Refused:
            if await self._made_before(id) is None:
                raise
            return False
        if made and created.invited:
            self.on_challenge(id, created, account)
        return made

    async def _create(self, id: str, created: Created, secret: str, require: Callable[[Unit], None]) -> bool:
        """Make a match, where what is required holds in the same unit; False if it was made before."""

        def work(unit: Unit) -> bool:
            require(unit)
            return create_match(unit, id, created, secret or None)

        made = await self._store.write(work)
        self.on_job(self._now())
        return made

    async def _made_before(self, id: str) -> Made | None:
        """The match as it was made when it was asked for first."""

        def work(unit: Unit) -> Made | None:
            try:
                header = unit.matches.get(id)
            except Missing:
                return None
            created = read_event(unit.log.first(id).payload)
            assert isinstance(created, Created)
            return Made(id, created, header.invite or "")

        return await self._store.read(work)


def link_digest(secret: str) -> str:
    """What the log has of an invite link's secret."""
    return digest(secret)


def require_member(account: Account) -> None:
    """Refused where somebody without an account of his own wants a rated match."""
    if account.kind != "member":
        raise Refused("members_only", phrase("play.refused.members_only"))


def unusual() -> Refused:
    """Options were chosen for a rated match."""
    return Refused("not_ratable", phrase("host.match.usual_options_only"))


def _require_ratable(account: Account, request: MatchRequest) -> None:
    require_member(account)
    if not isinstance(request.opponent, ByInvite | ByChallenge):
        raise Refused("not_ratable", phrase("host.match.only_people"))
    if request.options:
        raise unusual()


def _require_room(unit: Unit, account: str) -> None:
    """One person can only have so many matches under way."""
    if unit.matches.under_way(account) >= MOST_MATCHES:
        raise Refused("too_many", phrase("host.match.too_many", count=MOST_MATCHES))


def _require_few(unit: Unit, account: str, invited: str) -> None:
    """Only so many challenges wait between two people, and for one. Nobody sends either another until the unit ends."""
    unit.accounts.hold(account, invited)
    if unit.matches.waiting_between(account, invited) >= MOST_CHALLENGES:
        raise Refused("too_many", phrase("host.match.too_many_between", count=MOST_CHALLENGES))
    if unit.matches.waiting_for(invited) >= MOST_WAITING:
        name = unit.accounts.get(invited).name
        raise Refused("too_many", phrase("host.match.too_many_waiting", name=name, count=MOST_WAITING))


_KINDS: dict[type[Opponent | BotAgainstBot], Kind] = {
    AgainstBot: "bot",
    BotAgainstBot: "bot",
    AtOneScreen: "hot_seat",
    ByInvite: "invite",
    ByChallenge: "challenge",
}
# a friend's name is typed by somebody else
_VISIBILITIES: dict[type[Opponent | BotAgainstBot], Visibility] = {AtOneScreen: "private"}
