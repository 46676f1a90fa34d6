"""Creates matches: for players on the server, for the pool, and for the terminal.

This is the only way to create one. Here, options are drawn, and seats and limits are checked. Rematches and second
games follow from a match's own log (`match_creation.following`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.games import make_game
from quincunx.host.jobs import outbox
from quincunx.host.match_creation import create_match, derived_id
from quincunx.play import legs
from quincunx.play.clocks import Clock
from quincunx.play.errors import Refused
from quincunx.play.events import Created, Kind, Visibility, read_event
from quincunx.play.glicko import Rating
from quincunx.play.match import Match
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

MOST_MATCHES = 200  # open or running, for one account, not counting pending challenges
MOST_CHALLENGES = 3  # pending between two people
MOST_WAITING = 20  # challenges pending for one account, from anyone

Seats = tuple[Seat | None, Seat | None]


class MatchRequest(NamedTuple):
    """The game and settings that a player asks for, and the opponent."""

    game: str
    opponent: Opponent | BotAgainstBot
    options: dict[str, Any] = {}  # the chosen ones; the others have their default values or are drawn
    clock: Clock | None = None  # None: the game's default
    colour: Colour = "random"
    rated: bool = False
    visibility: Visibility | None = None  # None: private for two players at one screen, otherwise public
    legs: legs.Legs = 1


class Made(NamedTuple):
    """A match that was created, with the secret of its invite link."""

    id: str
    created: Created
    secret: str


class MatchFactory:
    """Creates matches."""

    def __init__(self, store: Store, now: Callable[[], int], random: Random) -> None:
        self._store = store
        self._now = now
        self._random = random
        self.on_job: Callable[[str, int], None] = lambda kind, due: None  # a bot may have the first turn
        self.on_challenge: Callable[[str, Created, Account], None] = lambda id, created, by: None  # called only once

    async def create(self, account: Account, request: MatchRequest, request_id: str) -> Made:
        """Create a match on request; the same request id returns the same match."""
        id = derived_id(account.id, request_id)
        before = await self._made_before(id)
        if before is not None:
            return before
        game = drawn_game(request.game, request.options, self._random)
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

    async def pair(self, id: str, first: Seek, second: Seek, take: Callable[[Unit], None]) -> None:
        """Create the match of two players from the pool, in one transaction with `take`, which removes their seeks."""
        game = make_game(first.game, {})
        one, other = [await self._paired(seek, game) for seek in (first, second)]
        seats = seated("random", one, other, self._random)
        chosen = agreed(game, (first, second) if seats[0] is one else (second, first))
        game = drawn_game(first.game, chosen, self._random)
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
        await self._create(id, created, "", take)

    async def _paired(self, seek: Seek, game: Game) -> Person:
        """The seat of a player from the pool, under the account's current name."""
        account = await self._store.read(lambda unit: unit.accounts.get(seek.account))
        return await self.person(account, game)

    async def person(self, account: Account, game: Game) -> Person:
        """The seat of an account, with its rating in the game."""
        rating = await self.rating(account, game)
        if rating is None:
            return Person(account.id, account.name)
        return Person(account.id, account.name, round(rating.rating), rating.provisional)

    async def rating(self, account: Account, game: Game) -> Rating | None:
        """A member's rating in a game; None for guests."""
        if account.kind != "member":
            return None
        return await self._store.read(lambda unit: unit.results.rating(account.id, game.key))

    async def _seats(self, account: Account, game: Game, request: MatchRequest) -> Seats:
        """The two seats; an invited player's seat stays open."""
        match request.opponent:
            case BotAgainstBot(level):
                return Bot(level), Bot(level)
            case AgainstBot(level):
                other: Seat | None = Bot(level)
            case AtOneScreen(name):
                other = Friend(name)
            case _:
                other = None
        return seated(request.colour, await self.person(account, game), other, self._random)

    async def _invited(self, account: Account, request: MatchRequest) -> str:
        """The account that the other seat is reserved for; empty if there is none."""
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
        """Create the match; returns False if it exists already, perhaps because of a concurrent request."""

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
        """Create a match if `require` allows it in the same transaction; returns False if it was created before."""

        def work(unit: Unit) -> bool:
            require(unit)
            return create_match(unit, id, created, secret or None)

        made = await self._store.write(work)
        for kind, due in outbox.wanted(Match(created), created.at).items():
            self.on_job(kind, due)
        return made

    async def _made_before(self, id: str) -> Made | None:
        """The match as the first request created it; None if there is none."""

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
    """The digest of an invite link's secret, as stored in the log."""
    return digest(secret)


def require_member(account: Account) -> None:
    """Raise Refused if the account is not a member's, for rated matches."""
    if account.kind != "member":
        raise Refused("members_only", phrase("play.refused.members_only"))


def unusual() -> Refused:
    """The refusal of a rated match with chosen options."""
    return Refused("not_ratable", phrase("host.match.usual_options_only"))


def _require_ratable(account: Account, request: MatchRequest) -> None:
    require_member(account)
    if not isinstance(request.opponent, ByInvite | ByChallenge):
        raise Refused("not_ratable", phrase("host.match.only_people"))
    if request.options:
        raise unusual()


def _require_room(unit: Unit, account: str) -> None:
    """Raise Refused if the account has too many open or running matches."""
    if unit.matches.under_way(account) >= MOST_MATCHES:
        raise Refused("too_many", phrase("host.match.too_many", count=MOST_MATCHES))


def _require_few(unit: Unit, account: str, invited: str) -> None:
    """Raise Refused if too many challenges are pending. Both accounts are locked until the transaction ends."""
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
# private, because somebody else typed the friend's name
_VISIBILITIES: dict[type[Opponent | BotAgainstBot], Visibility] = {AtOneScreen: "private"}
