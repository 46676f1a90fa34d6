"""The events of a match. An event's number in the log is its version; the log alone determines the match.

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
    """The base class for events: something that happened at a given time."""

    at: int


class Created(Event, frozen=True, kw_only=True):
    """The match is created: its game, options (as drawn and as chosen), seats and clock. A seat may still be open."""

    game: str
    options: dict[str, Any]  # specific to each game
    chosen: dict[str, Any] = {}
    seats: tuple[Seat | None, Seat | None]
    clock: Clock
    kind: Kind
    visibility: Visibility = "public"
    rated: bool = False
    invited: str = ""  # the account for which an open seat is reserved
    invite: str = ""  # the digest of the invite link's secret
    leg: Leg | None = None  # which of two games this is


class Joined(Event, frozen=True, kw_only=True):
    """A player takes the open seat."""

    side: Side
    seat: Seat


class Acted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A player's action, a `timeout` caused by the clock, or a `pass` that the match played for the player."""

    side: Side
    action: str
    forced: bool = False  # a pass played by the match because there was no other legal action


class Offered(Event, frozen=True, kw_only=True):
    """A player makes an offer; `ply` is the ply that a takeback returns to."""

    side: Side
    offer: Offer
    ply: int = 0


class Accepted(Event, frozen=True, kw_only=True):
    """The opponent accepts."""

    side: Side
    offer: Offer


class Declined(Event, frozen=True, kw_only=True):
    """The opponent declines, or the player withdraws the offer."""

    side: Side
    offer: Offer


class Hinted(Event, frozen=True, kw_only=True):
    """A player gets a hint for the current position."""

    side: Side


class Abandoned(Event, frozen=True, kw_only=True):
    """A player has been away for the whole grace period: the opponent may claim."""

    side: Side


class Returned(Event, frozen=True, kw_only=True):
    """The player is back, and the opponent can no longer claim."""

    side: Side


class Resumed(Event, frozen=True, kw_only=True):
    """The server was down and nobody could move: these milliseconds do not count against the running clock."""

    lost: int


class Ended(Event, frozen=True, kw_only=True):
    """The match is over: by the rules, by resignation or agreement, on time, or because a player stayed away."""

    winner: Side | None
    reason: str


class Aborted(Event, frozen=True, kw_only=True):
    """The match is aborted before both players have moved, without a result."""

    reason: Literal["aborted", "declined", "cancelled"]


class Rematched(Event, frozen=True, kw_only=True):
    """The same two players continue in another match: the second game of two, or the rematch."""

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
    """Whether the event changes the state of the game."""
    return isinstance(event, Acted) or (isinstance(event, Accepted) and event.offer == "takeback")


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def write_event(event: AnyEvent) -> bytes:
    """The event, encoded for the log."""
    return _ENCODER.encode(event)


def read_event(payload: bytes) -> AnyEvent:
    """The event decoded from a payload of the log."""
    return _DECODER.decode(payload)
