"""Commands to a match, from its players and from the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from quincunx.play.events import Offer
from quincunx.play.seats import Person

ActionText = Annotated[str, Meta(min_length=1, max_length=32)]
MOST_ACTIONS = 128  # in a turn that is sent as a whole; no game has a turn this long


class Act(Struct, frozen=True, tag_field="do", tag="act"):
    """Play an action in the position created by the event of that version; refused if the position has changed."""

    action: ActionText
    position: Annotated[int, Meta(ge=1)]


class Turn(Struct, frozen=True, tag_field="do", tag="turn"):
    """Play several actions of one turn from the position created by the event of that version: all of them or none."""

    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MOST_ACTIONS)]
    position: Annotated[int, Meta(ge=1)]


class MakeOffer(Struct, frozen=True, tag_field="do", tag="offer"):
    """Offer a draw, a takeback or a rematch."""

    offer: Offer


class Accept(Struct, frozen=True, tag_field="do", tag="accept"):
    """Accept the opponent's offer."""

    offer: Offer


class Decline(Struct, frozen=True, tag_field="do", tag="decline"):
    """Decline the opponent's offer, or withdraw your own."""

    offer: Offer


class Resign(Struct, frozen=True, tag_field="do", tag="resign"):
    """Resign the match."""


class Abort(Struct, frozen=True, tag_field="do", tag="abort"):
    """Abort the match before your first move, or decline to join it."""


class Claim(Struct, frozen=True, tag_field="do", tag="claim"):
    """Claim a win or a draw because the opponent has stayed away."""

    result: Literal["win", "draw"] = "win"


class Hint(Struct, frozen=True, tag_field="do", tag="hint"):
    """Ask for the best move in the position created by the event of that version. Hints, if allowed, are counted."""

    position: Annotated[int, Meta(ge=1)]


PlayerCommand = Act | Turn | MakeOffer | Accept | Decline | Resign | Abort | Claim | Hint


class Join(Struct, frozen=True):
    """Take the open seat; for a match with an invite link, `invite` is the digest of the link's secret."""

    seat: Person
    invite: str = ""


class BotAct(Struct, frozen=True):
    """The bot to move plays the actions of its turn, from the position created by the event of that version."""

    actions: tuple[str, ...]
    position: int


class Pass(Struct, frozen=True):
    """The player to move may have no legal move, in a match that was left in this state or begins in it."""


class Flag(Struct, frozen=True):
    """The running clock may have run out."""


class Abandon(Struct, frozen=True):
    """A player has been away for the grace period."""

    side: int


class Return(Struct, frozen=True):
    """A player is back."""

    side: int


class Resume(Struct, frozen=True):
    """The server was down from `since` until `until`."""

    since: int
    until: int


ServerCommand = Join | BotAct | Pass | Flag | Abandon | Return | Resume
