"""Creates matches at this keyboard with the host's factory, as on a server."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import NamedTuple

from quincunx.clients.local.database import LocalDatabase, now
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.host.match_factory import MatchFactory, MatchRequest
from quincunx.play.clocks import Clock
from quincunx.play.legs import Legs
from quincunx.play.match_setup import Colour
from quincunx.play.opponents import AgainstBot, AtOneScreen, BotAgainstBot
from quincunx.play.seats import FRIEND
from quincunx.protocol.accounts import Account


class ChosenSeats(NamedTuple):
    """The player at this keyboard, their opponent and their side."""

    account: Account
    opponent: AgainstBot | AtOneScreen | BotAgainstBot
    colour: Colour


def seats_of(
    account: Account, bots: Collection[int], level: int, *, side: int = 0, friend: str = FRIEND
) -> ChosenSeats:
    """Seat bots on the given sides and the player on the other; without bots, a friend plays against the player.

    The player's side against a friend is `side`.
    """
    if len(bots) == 2:
        return ChosenSeats(account, BotAgainstBot(level), "first")
    if not bots:
        return ChosenSeats(account, AtOneScreen(friend), _COLOURS[side])
    return ChosenSeats(account, AgainstBot(level), "second" if 0 in bots else "first")


def start_match(
    local_db: LocalDatabase,
    game: Game,
    seats: ChosenSeats,
    *,
    chosen: Collection[str] = (),
    clock: Clock | None = None,
    legs: Legs = 1,
) -> str:
    """Create a match on disk and return its id. Options not in `chosen` get their default or are drawn at random."""
    request = MatchRequest(
        game=game.key,
        options={name: game.options[name] for name in chosen},
        clock=clock,
        colour=seats.colour,
        opponent=seats.opponent,
        legs=legs,
    )
    factory = MatchFactory(local_db.store, now, Random(secrets.randbits(64)))
    return local_db.run(factory.create(seats.account, request, secrets.token_hex(16))).id


_COLOURS: tuple[Colour, Colour] = ("first", "second")
