"""The JSON messages that the server sends over the WebSocket. docs/protocol.md describes them; a test compares both."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from quincunx.core.display import Forecast
from quincunx.core.sides import Side
from quincunx.play.clocks import Times
from quincunx.play.events import AnyEvent, Kind
from quincunx.play.legs import Total
from quincunx.play.match import Status
from quincunx.play.scene import Scene
from quincunx.words import Text
from quincunx.words.wire import encode_text


class FromServer(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """A message from the server."""


class Listed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of your open or running matches; `by` is the challenger while a challenge awaits your answer."""

    match: str
    status: Status
    kind: Kind
    game: str
    by: str = ""


class Welcome(FromServer, frozen=True, kw_only=True):
    """The first message: who you are, the server's time, and your open and running matches."""

    protocol: int
    time: int
    account: str = ""
    name: str = ""
    matches: list[Listed] = []


class Ack(FromServer, frozen=True, kw_only=True):
    """The request was carried out and is on disk.

    Has the versions of its events, the match that it created, and the secret of the match's invite link, if any.
    """

    id: str
    match: str = ""
    first: int = 0
    last: int = 0
    secret: str = ""


class Refused(FromServer, frozen=True, kw_only=True):
    """The request was refused: a code for programs, a sentence for people, and the game's rule if one forbids it."""

    id: str
    code: str
    sentence: Text
    rule: str = ""


Logged = Annotated[Raw, Meta(extra={"type": AnyEvent}, extra_json_schema={"$ref": "#/$defs/Event"})]


class Events(FromServer, frozen=True, kw_only=True):
    """Events of a match in order, the version of the first one, and the state of the match after them.

    Scenes are sent if the client asked for them: one for each new position, in order, or only the newest if the client
    has just connected. `total` is the total of two games, after the second. With `more` this is a page of a long log,
    and the state is the one after the last page; ask for the next page with `watch`.
    """

    match: str
    first: int
    events: list[Logged]
    time: int
    status: Status
    position: int
    to_move: Side
    times: Times
    scenes: list[Scene] = []
    total: Total | None = None
    more: bool = False


class Answer(FromServer, frozen=True, kw_only=True, omit_defaults=False):
    """The answer to a question about a position. Fields that do not belong to the question are empty or null.

    `why` is answered by the rule and a sentence, `forecast` by a forecast, `draft` by a scene, and `hint` by an action
    and its notation.
    """

    id: str
    rule: str = ""
    sentence: Text = ""
    forecast: Forecast | None = None
    action: str = ""
    notation: str = ""
    scene: Scene | None = None


class EngineLine(Struct, frozen=True, kw_only=True):
    """A line of an analysis: its first action, all its actions, the cells of its first turn, and its value for side 0.

    If the search sees the end of the game, the score is null and `wins_in` is the number of the winner's turns,
    negative if side 1 wins. `exact` is the margin at the end of the game with best play, in pieces, if it is known.
    With `table`, the value is from an endgame table, which may not know in how many turns the win comes.
    """

    action: str
    actions: list[str]
    notation: list[str]
    cells: list[tuple[int, int]]
    score: float | None
    wins_in: int | None
    chance: float
    exact: int | None = None
    table: bool = False


class Analysis(FromServer, frozen=True, kw_only=True, omit_defaults=False):
    """The result of an analysis so far, sent each time it gets a turn deeper; the last one has `done`."""

    asked: str = msgspec.field(name="for")
    depth: int
    nodes: int
    done: bool
    unit: Text
    lines: list[EngineLine]


class Reviewed(FromServer, frozen=True, kw_only=True):
    """A review that you asked for is done."""

    match: str


class Presence(FromServer, frozen=True, kw_only=True):
    """For each side: whether the player is present, their lag, and the time from which the opponent may claim."""

    match: str
    time: int
    present: tuple[bool, bool]
    lag: tuple[int | None, int | None]
    claim_at: tuple[int | None, int | None]
    watchers: int


class Paired(FromServer, frozen=True, kw_only=True):
    """A match of yours has begun: through the pool, as the second game of two, or as a rematch."""

    match: str


class Challenged(FromServer, frozen=True, kw_only=True):
    """Another player has challenged you to a match."""

    match: str
    by: str


class Matches(FromServer, frozen=True, kw_only=True):
    """Your open and running matches as in `welcome`, sent because you may have missed some of them."""

    matches: list[Listed]


class Pong(FromServer, frozen=True, kw_only=True):
    """The answer to `ping`, with the server's time."""

    id: str
    time: int


class Goodbye(FromServer, frozen=True, kw_only=True):
    """The server will close the connection; reconnect after `after` milliseconds."""

    reason: Literal["stopping", "too_slow"]
    after: int


Outgoing = (
    Welcome
    | Ack
    | Refused
    | Events
    | Answer
    | Analysis
    | Reviewed
    | Presence
    | Paired
    | Challenged
    | Matches
    | Pong
    | Goodbye
)

_ENCODER = msgspec.json.Encoder(enc_hook=encode_text)


def write(message: Outgoing) -> str:
    """Encode a message as JSON."""
    return _ENCODER.encode(message).decode()
