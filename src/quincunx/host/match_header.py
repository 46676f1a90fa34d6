"""The headers of matches, as the store lists them."""

from __future__ import annotations

import msgspec

from quincunx.play.events import Created
from quincunx.play.seats import Bot, Friend, Person
from quincunx.play.seats import Seat as Player
from quincunx.store.matches import Header, Seat


def seat(player: Player | None) -> Seat:
    """A seat in a header."""
    match player:
        case Person(account):
            return Seat(account=account)
        case Bot():
            return Seat(bot=player.name)
        case Friend(name):
            return Seat(friend=name)
    return Seat()


def header(id: str, created: Created, invite: str | None) -> Header:
    """The header of a new match."""
    seats = [seat(player) for player in created.seats]
    if created.invited:  # so that the match is listed for the challenged player
        seats[created.seats.index(None)] = Seat(account=created.invited)
    return Header(
        id=id,
        game=created.game,
        options=created.options,
        clock=msgspec.to_builtins(created.clock),
        kind=created.kind,
        rated=created.rated,
        visibility=created.visibility,
        status="open" if None in created.seats else "running",
        seats=(seats[0], seats[1]),
        invite=invite,
        created=created.at,
        leg=created.leg.number if created.leg else None,
        other_leg=created.leg.first.match if created.leg and created.leg.first else None,
    )
