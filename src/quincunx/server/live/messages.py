"""What goes over the socket, both ways, as JSON. docs/protocol.md tells the story; a test compares the two."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from quincunx.core import action_codes
from quincunx.core.display import Forecast
from quincunx.play.clocks import Clock, Times
from quincunx.play.commands import MOST_ACTIONS, ActionText, PlayerCommand
from quincunx.play.events import Kind, Visibility
from quincunx.play.legs import Legs, Total
from quincunx.play.match import Status
from quincunx.play.match_setup import Colour
from quincunx.play.opponents import Name, Opponent
from quincunx.play.scene import Scene
from quincunx.play.study import Study

PROTOCOL = 1
MOST_BYTES = 16 * 1024  # of a message from a client

Id = Annotated[str, Meta(pattern=r"^[ -~]+\Z", max_length=64)]
MatchId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+\Z", max_length=32)]
Position = Annotated[int, Meta(ge=1)]
Pick = Annotated[int, Meta(ge=0, le=action_codes.CELL_MASK)] | Annotated[str, Meta(max_length=64)]


# -- from a client --


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
    """Put me into the pool, until I am paired, say no more, or go.

    The options are the same for both; `own` is what I have myself, whichever side I get, such as an army. With `take`,
    the id of a seek on the lobby's list, I do not wait: I play with that person at once, or am told that he has gone.
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


# -- from the server --


class FromServer(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """Something to tell."""


class Listed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match of mine that is open or running; `by` is who challenges me to it, while it waits for my answer."""

    match: str
    status: str
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
    sentence: str
    rule: str = ""


class Events(FromServer, frozen=True, kw_only=True):
    """Events of a match in order, the first one's version, and how the match stands after them.

    The scenes are for those who asked for them: to news, one for each position that came up, in
    order; to who has just come, the newest. The total is that of two games, after the second. With `more` it is a page
    of a long log, and how the match stands is as after the last page: ask for the next one, from here on.
    """

    match: str
    first: int
    events: list[Raw]
    time: int
    status: Status
    position: int
    to_move: int
    times: Times
    scenes: list[Scene] = []
    total: Total | None = None
    more: bool = False


class Told(FromServer, frozen=True, kw_only=True, omit_defaults=False):
    """Why picks lead nowhere, by rule and in words; or what an action would do, where the game foretells that.

    Or what is best, or how it would look, where that was asked.
    """

    id: str
    rule: str = ""
    sentence: str = ""
    forecast: Forecast | None = None
    action: str = ""
    scene: Scene | None = None


class Found(Struct, frozen=True, kw_only=True):
    """A line: its first action, all of it, the cells of its first turn, and what it comes to for side 0.

    The score is null where the end is seen: `wins_in` so many turns of the winner's, below 0 where side 1 wins.
    """

    action: str
    actions: list[str]
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
    unit: str
    lines: list[Found]


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

_ENCODER = msgspec.json.Encoder()


def write(message: Outgoing) -> str:
    """The message as text."""
    return _ENCODER.encode(message).decode()
