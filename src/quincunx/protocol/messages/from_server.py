"""What the server sends over the WebSocket, as JSON. docs/protocol.md tells the story; a test compares the two."""

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
    """Something to tell."""


class Listed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match of mine that is open or running; `by` is who challenges me to it, while it waits for my answer."""

    match: str
    status: Status
    kind: Kind
    game: str
    by: str = ""


class Welcome(FromServer, frozen=True, kw_only=True):
    """Who you are, what time it is here, and your matches that are open or running."""

    protocol: int
    time: int
    account: str = ""
    name: str = ""
    matches: list[Listed] = []


class Ack(FromServer, frozen=True, kw_only=True):
    """It is done and on the disk: the versions of its events, the match it made, the secret of its invite link."""

    id: str
    match: str = ""
    first: int = 0
    last: int = 0
    secret: str = ""


class Refused(FromServer, frozen=True, kw_only=True):
    """It is not done: a code for programs, a sentence for people, the game's rule if one forbids it."""

    id: str
    code: str
    sentence: Text
    rule: str = ""


Logged = Annotated[Raw, Meta(extra={"type": AnyEvent}, extra_json_schema={"$ref": "#/$defs/Event"})]


class Events(FromServer, frozen=True, kw_only=True):
    """Events of a match in order, the first one's version, and how the match stands after them.

    The scenes are for those who asked for them: to news, one for each position that came up, in
    order; to who has just come, the newest. The total is that of two games, after the second. With `more` it is a page
    of a long log, and how the match stands is as after the last page: ask for the next one, from here on.
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


class Told(FromServer, frozen=True, kw_only=True, omit_defaults=False):
    """Why picks lead nowhere, by rule and in words; or what an action would do, where the game foretells that.

    Or what is best, also as players write it, or how it would look, where that was asked.
    """

    id: str
    rule: str = ""
    sentence: Text = ""
    forecast: Forecast | None = None
    action: str = ""
    notation: str = ""
    scene: Scene | None = None


class EngineLine(Struct, frozen=True, kw_only=True):
    """A line: its first action, all of it, the cells of its first turn, and what it comes to for side 0.

    The score is null where the end is seen: `wins_in` so many turns of the winner's, below 0 where side 1 wins.
    """

    action: str
    actions: list[str]
    notation: list[str]
    cells: list[tuple[int, int]]
    score: float | None
    wins_in: int | None
    chance: float


class Analysis(FromServer, frozen=True, kw_only=True, omit_defaults=False):
    """What an analysis has found, each time it has got a turn deeper; `done` is the last of it."""

    asked: str = msgspec.field(name="for")
    depth: int
    nodes: int
    done: bool
    unit: Text
    lines: list[EngineLine]


class Reviewed(FromServer, frozen=True, kw_only=True):
    """The review of a match that you have asked for is done."""

    match: str


class Presence(FromServer, frozen=True, kw_only=True):
    """Who of the two players is there, with what lag; when a claim against one who is not will be possible."""

    match: str
    time: int
    present: tuple[bool, bool]
    lag: tuple[int | None, int | None]
    claim_at: tuple[int | None, int | None]
    watchers: int


class Paired(FromServer, frozen=True, kw_only=True):
    """The pool has found an opponent: the match has begun."""

    match: str


class Challenged(FromServer, frozen=True, kw_only=True):
    """Somebody wants to play with you, or a match you sit in has been made elsewhere."""

    match: str
    by: str


class Pong(FromServer, frozen=True, kw_only=True):
    """The line is alive; the server's time."""

    id: str
    time: int


class Goodbye(FromServer, frozen=True, kw_only=True):
    """The connection will be closed: come back, after so many milliseconds."""

    reason: Literal["stopping", "too_slow"]
    after: int


Outgoing = (
    Welcome | Ack | Refused | Events | Told | Analysis | Reviewed | Presence | Paired | Challenged | Pong | Goodbye
)

_ENCODER = msgspec.json.Encoder(enc_hook=encode_text)


def write(message: Outgoing) -> str:
    """The message as text."""
    return _ENCODER.encode(message).decode()
