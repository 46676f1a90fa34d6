"""Deleting an account: nothing is left that tells who it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs
from sqlalchemy import select, update

from quincunx.play.events import AnyEvent, Created, Joined, read_event, write_event
from quincunx.play.seats import Friend, Person, Seat
from quincunx.store.accounts import DELETED
from quincunx.store.schema import events, seats

if TYPE_CHECKING:
    from quincunx.store.store import Unit


NAMING = 2  # events that can name anybody: a match is made, and somebody takes the open seat before all else


def forget(unit: Unit, account: str) -> None:
    """Delete the account, and take its name out of the logs: the one thing in them that ever changes."""
    mine = select(seats.c.match).where(seats.c.account == account)
    for match in unit.connection.execute(mine).scalars().all():
        first = select(events.c.version, events.c.payload).where(events.c.match == match, events.c.version <= NAMING)
        for version, payload in unit.connection.execute(first).all():
            event = read_event(bytes(payload))
            nameless = _nameless(event, account)
            if nameless != event:
                place = update(events).where(events.c.match == match, events.c.version == version)
                unit.connection.execute(place.values(payload=write_event(nameless)))
    unit.connection.execute(
        update(seats).where(seats.c.match.in_(mine), seats.c.friend.is_not(None)).values(friend=DELETED)
    )
    unit.accounts.delete(account)


def _nameless(event: AnyEvent, account: str) -> AnyEvent:
    match event:
        case Created():
            first, second = (_without_name(seat, account) for seat in event.seats)  # a friend sits beside the account
            return structs.replace(event, seats=(first, second))
        case Joined():
            return structs.replace(event, seat=_without_name(event.seat, account))
    return event


def _without_name(seat: Seat | None, account: str) -> Seat | None:
    if isinstance(seat, Friend) or (isinstance(seat, Person) and seat.account == account):
        return structs.replace(seat, name=DELETED)
    return seat
