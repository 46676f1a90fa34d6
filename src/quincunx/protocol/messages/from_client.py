"""The JSON messages that a client sends over the WebSocket. docs/protocol.md describes them; a test compares both."""

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

MOST_BYTES = 16 * 1024  # in a message


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=str.lower):
    """A message from a client. It has an id of the client's choice, and the answer has the same id."""

    id: Id


class Ping(FromClient, frozen=True, kw_only=True):
    """Checks the connection and asks for the server's time; `lag` is how long the last answer took."""

    lag: Annotated[int, Meta(ge=0, le=60_000)] | None = None


class Watch(FromClient, frozen=True, kw_only=True):
    """Watches a match from a version on. The secret of an invite link gives access to a private match.

    With `scene`, the events come with the positions as scenes.
    """

    match: MatchId
    since: Annotated[int, Meta(ge=0)] = 0
    secret: Annotated[str, Meta(max_length=64)] = ""
    scene: bool = False


class Why(FromClient, frozen=True, kw_only=True):
    """Asks why these picks, from the first on, make no legal action in the position after that version's event."""

    match: MatchId
    position: Position
    picks: Annotated[list[Pick], Meta(min_length=1, max_length=8)]


class Forecast(FromClient, frozen=True, kw_only=True):
    """Asks what a legal action would do in the position after the event of that version."""

    match: MatchId
    position: Position
    action: ActionText


class Draft(FromClient, frozen=True, kw_only=True):
    """Asks how the board would look after these further actions of the turn under way, without playing them."""

    match: MatchId
    position: Position
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=MOST_ACTIONS)]


class Hint(FromClient, frozen=True, kw_only=True):
    """Asks for the best action in the position after the event of that version.

    The hint is counted. There are none in matches between people and in rated matches.
    """

    match: MatchId
    position: Position


class Unwatch(FromClient, frozen=True, kw_only=True):
    """Stops watching a match."""

    match: MatchId


class Command(FromClient, frozen=True, kw_only=True):
    """Sends a player's command to a match. The id makes it safe to send it again."""

    match: MatchId
    command: PlayerCommand


class Join(FromClient, frozen=True, kw_only=True):
    """Takes the open seat of a match, after a challenge or with the secret of an invite link."""

    match: MatchId
    secret: Annotated[str, Meta(max_length=64)] = ""


class Create(FromClient, frozen=True, kw_only=True):
    """Creates a match. The id makes it safe to send it again."""

    game: Name
    options: dict[str, Any] = {}  # depends on the game
    clock: Clock | None = None  # null is the game's usual one
    colour: Colour = "random"
    opponent: Opponent
    rated: bool = False
    visibility: Visibility | None = None  # null is private for a match at one screen, otherwise public
    legs: Legs = 1


class Seek(FromClient, frozen=True, kw_only=True):
    """Enters the pool, until the player is paired, sends `unseek` or disconnects.

    Both players have the same options; `own` has those that the player sets for whichever side they get. With `take`,
    the id of a seek in the lobby, they are paired with that player at once, or refused if that seek is gone.
    """

    game: Name
    options: dict[str, Any] = {}
    own: dict[Name, Name] = {}
    clock: Clock | None = None  # null is the usual one
    rated: bool = False
    legs: Legs = 1
    take: Annotated[str, Meta(max_length=32)] = ""


class Unseek(FromClient, frozen=True, kw_only=True):
    """Leaves the pool."""


class Analyse(FromClient, frozen=True, kw_only=True):
    """Analyses a position, deeper and deeper, for a limited time. It replaces the account's previous analysis."""

    study: Study
    lines: Annotated[int, Meta(ge=1, le=5)] = 3
    seconds: Annotated[float, Meta(gt=0, le=600)] = 60


class Stop(FromClient, frozen=True, kw_only=True):
    """Stops the account's analysis."""


Incoming = (
    Ping | Watch | Unwatch | Why | Forecast | Draft | Hint | Command | Join | Create | Seek | Unseek | Analyse | Stop
)

_DECODER: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


def read(text: str) -> Incoming:
    """Parse a message; raises msgspec.MsgspecError if it is not valid."""
    return _DECODER.decode(text)


class _Named(Struct):
    id: Id


def id_of(text: str) -> str:
    """The id of an invalid message; empty if it has none."""
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
