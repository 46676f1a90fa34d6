"""What a client sends over the WebSocket, as JSON. docs/protocol.md tells the story; a test compares the two."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from quincunx.play.clocks import Clock
from quincunx.play.commands import MOST_ACTIONS, ActionText, PlayerCommand
from quincunx.play.events import Visibility
from quincunx.play.legs import Legs
from quincunx.play.match_setup import Colour
from quincunx.play.opponents import Name, Opponent
from quincunx.play.study import Study
from quincunx.protocol.fields import Id, MatchId, Pick, Position

MOST_BYTES = 16 * 1024  # of a message


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=str.lower):
    """Every message has an id of the client's choice, which the answer names."""

    id: Id


class Ping(FromClient, frozen=True, kw_only=True):
    """Is the line alive, and what time is it there; `lag` is how long the last answer took."""

    lag: Annotated[int, Meta(ge=0, le=60_000)] | None = None


class Watch(FromClient, frozen=True, kw_only=True):
    """Tell me of a match from a version on; the secret of an invite link shows a private one.

    With `scene`, what is told of it comes with the positions as a screen needs them.
    """

    match: MatchId
    since: Annotated[int, Meta(ge=0)] = 0
    secret: Annotated[str, Meta(max_length=64)] = ""
    scene: bool = False


class Why(FromClient, frozen=True, kw_only=True):
    """Why do these picks, from the first on, lead nowhere in the position that the event of that version made."""

    match: MatchId
    position: Position
    picks: Annotated[list[Pick], Meta(min_length=1, max_length=8)]


class Foresee(FromClient, frozen=True, kw_only=True):
    """What would this legal action do in the position that the event of that version made."""

    match: MatchId
    position: Position
    action: ActionText


class Draft(FromClient, frozen=True, kw_only=True):
    """How would it look after these actions of the turn that is under way in that position; nothing is played."""

    match: MatchId
    position: Position
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MOST_ACTIONS)]


class Hint(FromClient, frozen=True, kw_only=True):
    """What is best in the position that the event of that version made: counted, and only where it wrongs nobody."""

    match: MatchId
    position: Position


class Unwatch(FromClient, frozen=True, kw_only=True):
    """Tell me no more of a match."""

    match: MatchId


class Command(FromClient, frozen=True, kw_only=True):
    """Something a player asks of a match; the id makes sending it again safe."""

    match: MatchId
    command: PlayerCommand


class Join(FromClient, frozen=True, kw_only=True):
    """Take the open seat of a match: one that I was challenged to, or that the secret opens."""

    match: MatchId
    secret: Annotated[str, Meta(max_length=64)] = ""


class Create(FromClient, frozen=True, kw_only=True):
    """Make a match; the id makes sending it again safe."""

    game: Name
    options: dict[str, Any] = {}  # each game's own
    clock: Clock | None = None  # the game's usual one
    colour: Colour = "random"
    opponent: Opponent
    rated: bool = False
    visibility: Visibility | None = None  # at one screen private, else public
    legs: Legs = 1


class Seek(FromClient, frozen=True, kw_only=True):
    """Put me into the pool, until I am paired, cancel or disconnect.

    Both players have the same options; `own` is what I bring, whichever side I get. With `take`, the id of a seek on
    the lobby's list, I do not wait: I play with that person at once, or am refused if that seek is gone.
    """

    game: Name
    options: dict[str, Any] = {}
    own: dict[Name, Name] = {}
    clock: Clock | None = None  # the usual one
    rated: bool = False
    legs: Legs = 1
    take: Annotated[str, Meta(max_length=32)] = ""


class Unseek(FromClient, frozen=True, kw_only=True):
    """Take me out of the pool."""


class Analyse(FromClient, frozen=True, kw_only=True):
    """Look at a position, deeper and deeper, for so long at most; instead of what I had looked at before."""

    study: Study
    lines: Annotated[int, Meta(ge=1, le=5)] = 3
    seconds: Annotated[float, Meta(gt=0, le=600)] = 60


class Halt(FromClient, frozen=True, kw_only=True):
    """No more of what I had looked at."""


Incoming = (
    Ping | Watch | Unwatch | Why | Foresee | Draft | Hint | Command | Join | Create | Seek | Unseek | Analyse | Halt
)

_DECODER: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


def read(text: str) -> Incoming:
    """The message; msgspec.MsgspecError says what is wrong with it."""
    return _DECODER.decode(text)


class _Named(Struct):
    id: Id


def id_of(text: str) -> str:
    """The id of a message that is otherwise wrong, if it has one."""
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
