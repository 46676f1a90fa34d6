"""How matches at this keyboard come about."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from quincunx.clients.local.house import House, now
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.games import make_game
from quincunx.host.match_factory import found
from quincunx.play.clocks import Clock
from quincunx.play.errors import Refused
from quincunx.play.events import Created
from quincunx.play.legs import Legs, begun
from quincunx.play.match_setup import clock_for
from quincunx.play.seats import FRIEND, Bot, Friend, Person, Seat
from quincunx.server.live.lobby import MOST_MATCHES
from quincunx.store.accounts import Account
from quincunx.store.matches import new_id
from quincunx.store.store import Unit


def seats_of(
    account: Account, bots: Collection[int], level: int, *, side: int = 0, friend: str = FRIEND
) -> tuple[Seat, Seat]:
    """Who sits where: bots on those sides, the person on the other; where there is no bot, a friend beside the person.

    The person's side against a friend is `side`.
    """
    person = Person(account.id, account.name)
    if not bots:
        return (person, Friend(friend)) if side == 0 else (Friend(friend), person)
    first, second = (Bot(level) if each in bots else person for each in (0, 1))
    return first, second


def start_match(
    house: House,
    game: Game,
    seats: tuple[Seat, Seat],
    *,
    chosen: Collection[str] = (),
    clock: Clock | None = None,
    legs: Legs = 1,
) -> str:
    """Make a match on the disk and return its id. What nobody chose is as usual, or drawn where a lot decides."""
    drawn = _drawn(game, chosen, Random(secrets.randbits(64)))
    beside = not any(isinstance(seat, Bot) for seat in seats)
    created = Created(
        at=now(),
        game=drawn.key,
        options=dict(drawn.options),
        chosen={name: drawn.options[name] for name in chosen},
        seats=seats,
        clock=clock_for(drawn, clock),
        kind="hot_seat" if beside else "bot",
        visibility="private" if beside else "public",  # a friend's name is not for everybody
        leg=begun(legs),
    )
    id = new_id()

    def work(unit: Unit) -> None:
        for account in {seat.account for seat in seats if isinstance(seat, Person)}:
            if unit.matches.under_way(account) >= MOST_MATCHES:
                raise Refused("too_many", f"{MOST_MATCHES} matches are enough: end one first (quincunx history).")
        found(unit, id, created, None)

    house.write(work)
    return id


def _drawn(game: Game, chosen: Collection[str], luck: Random) -> Game:
    drawn = {
        option.name: game.options[option.name] if option.name in chosen else option.draw(luck)
        for option in game.spec.options
    }
    return make_game(game.key, drawn)
