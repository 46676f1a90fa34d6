"""Creates matches in the store: the header, the first event, and the jobs for later."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import msgspec

from quincunx.core.random import Random
from quincunx.host.jobs import outbox
from quincunx.host.match_header import header
from quincunx.play import legs
from quincunx.play.events import Created, write_event
from quincunx.play.match import Match
from quincunx.play.match_setup import drawn_game
from quincunx.play.seats import Person, Seat
from quincunx.play.wishes import brought_along
from quincunx.store.store import Unit

Seats = tuple[Seat | None, Seat | None]


def derived_id(*parts: str) -> str:
    """An id derived from these parts, so that repeating a request leads to the same id."""
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def create_match(unit: Unit, id: str, created: Created, invite: str | None) -> bool:
    """Create the match; returns False if it already exists."""
    if not unit.matches.create(header(id, created, invite)):
        return False
    first, second = (_rated_now(unit, created, seat) for seat in created.seats)
    created = msgspec.structs.replace(created, seats=(first, second))
    unit.log.append(id, after=0, events=[write_event(created)], at=created.at)
    if created.leg is not None and created.leg.first is not None:
        unit.matches.update(created.leg.first.match, other_leg=id)
    for kind, due in outbox.wanted(Match(created), created.at).items():
        unit.jobs.put(kind, id, due)
    return True


def _rated_now(unit: Unit, created: Created, seat: Seat | None) -> Seat | None:
    """The seat with the player's current rating, which in a rematch may differ from that of the match before."""
    if not isinstance(seat, Person) or seat.rating is None:
        return seat
    rating = unit.results.rating(seat.account, created.game)
    return msgspec.structs.replace(seat, rating=round(rating.rating), provisional=rating.provisional)


def following(id: str, match: Match, now: int, random: Random) -> tuple[str, Created]:
    """The match that follows another one: the second game of two, or the rematch."""
    return _second_leg(id, match, now) if match.goes_on() else _rematch(id, match, now, random)


def _second_leg(id: str, match: Match, now: int) -> tuple[str, Created]:
    """The same game with swapped sides. Random draws stay, so that both players have the same task."""
    assert match.result is not None
    leg = legs.second(id, match.result.winner, match.state.turn)
    return derived_id(id, "second leg"), _again(match, now, match.created.options, _swapped(match), leg)


def _rematch(id: str, match: Match, now: int, random: Random) -> tuple[str, Created]:
    """The same match again, with new random draws. The other player gets the first side.

    After two games that player has just had the first side and keeps it; otherwise the sides are swapped. Players from
    the pool keep the options that they set for themselves.
    """
    was = match.created
    chosen = brought_along(match.state.game, was.chosen) if was.kind == "pool" else was.chosen
    game = drawn_game(was.game, chosen, random)
    seats = _swapped(match) if was.leg is None else (match.seats[0], match.seats[1])
    leg = None if was.leg is None else legs.begun(2)
    again = _again(match, now, dict(game.options), seats, leg)
    return derived_id(id, "rematch"), msgspec.structs.replace(again, chosen=chosen)


def _again(match: Match, now: int, options: dict[str, Any], seats: Seats, leg: legs.Leg | None) -> Created:
    return msgspec.structs.replace(match.created, at=now, options=options, seats=seats, invited="", invite="", leg=leg)


def _swapped(match: Match) -> Seats:
    return match.seats[1], match.seats[0]
