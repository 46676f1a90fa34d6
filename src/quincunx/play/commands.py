"""What can be asked of a match: by its players, and by the server for it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from quincunx.play.events import Offer
from quincunx.play.seats import Person

ActionText = Annotated[str, Meta(min_length=1, max_length=32)]
MOST_ACTIONS = 128  # of a turn that is sent as a whole; no game's can be as long


class Act(Struct, frozen=True, tag_field="do", tag="act"):
    """Play an action in the position that the event of that version made: meant for another one, it does nothing."""

    action: ActionText
    position: Annotated[int, Meta(ge=1)]


class Turn(Struct, frozen=True, tag_field="do", tag="turn"):
    """Play several actions of one turn from the position that the event of that version made: all of them or none."""

    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MOST_ACTIONS)]
    position: Annotated[int, Meta(ge=1)]


class MakeOffer(Struct, frozen=True, tag_field="do", tag="offer"):
    """Offer a draw, a takeback or a rematch."""

    offer: Offer


class Accept(Struct, frozen=True, tag_field="do", tag="accept"):
    """Agree to what the other player offers."""

    offer: Offer


class Decline(Struct, frozen=True, tag_field="do", tag="decline"):
    """Decline what the other player offers, or withdraw one's own offer."""

    offer: Offer


class Resign(Struct, frozen=True, tag_field="do", tag="resign"):
    """Leave the match, which loses it."""


class Abort(Struct, frozen=True, tag_field="do", tag="abort"):
    """Call the match off before the first move, or decline to join it."""


class Claim(Struct, frozen=True, tag_field="do", tag="claim"):
    """The other player has stayed away: claim the win, or be content with a draw."""

    result: Literal["win", "draw"] = "win"


class Hint(Struct, frozen=True, tag_field="do", tag="hint"):
    """Be told what is best in the position that the event of that version made: it is counted, where it is allowed."""

    position: Annotated[int, Meta(ge=1)]


PlayerCommand = Act | Turn | MakeOffer | Accept | Decline | Resign | Abort | Claim | Hint


class Join(Struct, frozen=True):
    """Take the open seat; the secret's digest opens an invite link's."""

    seat: Person
    invite: str = ""


class BotAct(Struct, frozen=True):
    """The bot to move plays the actions of its turn, from the position that the event of that version made."""

    actions: tuple[str, ...]
    position: int


class Pass(Struct, frozen=True):
    """Whoever is to move may have nothing to play, in a match that was left so, or that begins so."""


class Flag(Struct, frozen=True):
    """The running clock may have run out."""


class Abandon(Struct, frozen=True):
    """A player has been away for the grace period."""

    side: int


class Return(Struct, frozen=True):
    """A player is back."""

    side: int


class Resume(Struct, frozen=True):
    """No server was there from one time to another."""

    since: int
    until: int


ServerCommand = Join | BotAct | Pass | Flag | Abandon | Return | Resume
