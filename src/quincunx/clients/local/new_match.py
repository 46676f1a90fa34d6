"""How matches at this keyboard come about: by the host's factory, as on a server."""

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


class Seating(NamedTuple):
    """The person at this keyboard, against whom, and on which side."""

    account: Account
    opponent: AgainstBot | AtOneScreen | BotAgainstBot
    colour: Colour


def seats_of(account: Account, bots: Collection[int], level: int, *, side: int = 0, friend: str = FRIEND) -> Seating:
    """Who sits where: bots on those sides, the person on the other; where there is no bot, a friend beside the person.

    The person's side against a friend is `side`.
    """
    if len(bots) == 2:
        return Seating(account, BotAgainstBot(level), "first")
    if not bots:
        return Seating(account, AtOneScreen(friend), _COLOURS[side])
    return Seating(account, AgainstBot(level), "second" if 0 in bots else "first")


def start_match(
    local_db: LocalDatabase,
    game: Game,
    seating: Seating,
    *,
    chosen: Collection[str] = (),
    clock: Clock | None = None,
    legs: Legs = 1,
) -> str:
    """Make a match on the disk and return its id. What nobody chose is as usual, or drawn where a lot decides."""
    request = MatchRequest(
        game=game.key,
        options={name: game.options[name] for name in chosen},
        clock=clock,
        colour=seating.colour,
        opponent=seating.opponent,
        legs=legs,
    )
    factory = MatchFactory(local_db.store, now, Random(secrets.randbits(64)))
    return local_db.run(factory.create(seating.account, request, secrets.token_hex(16))).id


_COLOURS: tuple[Colour, Colour] = ("first", "second")
