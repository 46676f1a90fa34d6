"""What has happened in a match. An event's number in the log is its version; a match is exactly its log.

Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from quincunx.core.sides import Side
from quincunx.play.clocks import Clock
from quincunx.play.legs import Leg
from quincunx.play.seats import Seat

Kind = Literal["bot", "hot_seat", "invite", "challenge", "pool"]
Visibility = Literal["public", "private"]
Offer = Literal["draw", "takeback", "rematch"]


class Event(Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Something that happened, at a time."""

    at: int


class Created(Event, frozen=True, kw_only=True):
    """The match is made: the game with its options as drawn (and as chosen), seats, clock. A seat may be open still."""

    game: str
    options: dict[str, Any]  # each game's own
    chosen: dict[str, Any] = {}
    seats: tuple[Seat | None, Seat | None]
    clock: Clock
    kind: Kind
    visibility: Visibility = "public"
    rated: bool = False
    invited: str = ""  # the account that an open seat is kept for
    invite: str = ""  # the digest of the invite link's secret
    leg: Leg | None = None  # which of two games it is


class Joined(Event, frozen=True, kw_only=True):
    """Somebody takes the open seat."""

    side: Side
    seat: Seat


class Acted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A player's action, a `timeout` that the clock made for him, or a `pass` that the match played for him."""

    side: Side
    action: str
    forced: bool = False  # a pass by the match, where there was nothing else to play


class Offered(Event, frozen=True, kw_only=True):
    """A player offers something; a takeback goes back to the ply."""

    side: Side
    offer: Offer
    ply: int = 0


class Accepted(Event, frozen=True, kw_only=True):
    """The other player agrees."""

    side: Side
    offer: Offer


class Declined(Event, frozen=True, kw_only=True):
    """The other player does not agree, or the one who offered withdraws."""

    side: Side
    offer: Offer


class Hinted(Event, frozen=True, kw_only=True):
    """A player is told what is best in the position as it is."""

    side: Side


class Abandoned(Event, frozen=True, kw_only=True):
    """A player has been away for the whole grace period: the other may claim."""

    side: Side


class Returned(Event, frozen=True, kw_only=True):
    """The player is back, and nothing can be claimed any more."""

    side: Side


class Resumed(Event, frozen=True, kw_only=True):
    """The server had been away, and nobody could move: the clock that runs has not counted so many milliseconds."""

    lost: int


class Ended(Event, frozen=True, kw_only=True):
    """The match is over: by the game's rules, or because somebody left, agreed, ran out of time or stayed away."""

    winner: Side | None
    reason: str


class Aborted(Event, frozen=True, kw_only=True):
    """The match is off, before the first move: no result."""

    reason: Literal["aborted", "declined", "cancelled"]


class Rematched(Event, frozen=True, kw_only=True):
    """The same two play on in another match: the second game of two, or the rematch."""

    match: str


AnyEvent = (
    Created
    | Joined
    | Acted
    | Offered
    | Accepted
    | Declined
    | Hinted
    | Abandoned
    | Returned
    | Resumed
    | Ended
    | Aborted
    | Rematched
)


def makes_position(event: AnyEvent) -> bool:
    """Whether the state is another one after the event."""
    return isinstance(event, Acted) or (isinstance(event, Accepted) and event.offer == "takeback")


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def write_event(event: AnyEvent) -> bytes:
    """The event as it stands in the log."""
    return _ENCODER.encode(event)


def read_event(payload: bytes) -> AnyEvent:
    """The event of a log's payload."""
    return _DECODER.decode(payload)
