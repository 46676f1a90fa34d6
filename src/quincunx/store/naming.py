"""Changing the names of accounts in the logs of matches: the only thing in a log that ever changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs
from sqlalchemy import select, update

from quincunx.play.events import AnyEvent, Created, Joined, read_event, write_event
from quincunx.play.seats import Friend, Person, Seat
from quincunx.store.schema import events, seats

if TYPE_CHECKING:
    from quincunx.store.store import Unit

NAMING = 2  # only the first two events can contain names: the creation, and then a player taking the open seat


def put_name(unit: Unit, account: str, name: str, friends: str | None = None) -> None:
    """Change the account's name in all logs and, if `friends` is given, the names of friends at the same screen."""
    mine = select(seats.c.match).where(seats.c.account == account)
    for match in unit.connection.execute(mine).scalars().all():
        first = select(events.c.version, events.c.payload).where(events.c.match == match, events.c.version <= NAMING)
        for version, payload in unit.connection.execute(first).all():
            event = read_event(bytes(payload))
            named = _named(event, account, name, friends)
            if named != event:
                place = update(events).where(events.c.match == match, events.c.version == version)
                unit.connection.execute(place.values(payload=write_event(named)))
    if friends is not None:
        beside = update(seats).where(seats.c.match.in_(mine), seats.c.friend.is_not(None))
        unit.connection.execute(beside.values(friend=friends))


def _named(event: AnyEvent, account: str, name: str, friends: str | None) -> AnyEvent:
    match event:
        case Created():
            first, second = (_seat(seat, account, name, friends) for seat in event.seats)
            return structs.replace(event, seats=(first, second))
        case Joined():
            return structs.replace(event, seat=_seat(event.seat, account, name, friends))
    return event


def _seat(seat: Seat | None, account: str, name: str, friends: str | None) -> Seat | None:
    if isinstance(seat, Person) and seat.account == account:
        return structs.replace(seat, name=name)
    if isinstance(seat, Friend) and friends is not None:
        return structs.replace(seat, name=friends)
    return seat
