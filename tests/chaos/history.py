"""What the players of a run did and saw: their requests with all answers, and every event that reached anyone."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

# Refusals that say nothing about the request itself: it was not carried out this time, and is sent again.
TRY_AGAIN = frozenset({"failed", "too_fast", "unavailable", "busy"})


@dataclass
class Answer:
    """An answer to a request, with its time in seconds since the start of the run."""

    at: float
    kind: str  # ack, refused, …
    code: str = ""
    match: str = ""
    first: int = 0
    last: int = 0
    secret: str = ""

    @property
    def is_final(self) -> bool:
        """Whether it decides the request."""
        return self.code not in TRY_AGAIN

    def __str__(self) -> str:
        if self.kind == "refused":
            return f"refused: {self.code}"
        return f"ack {self.match} {self.first}..{self.last}"


@dataclass
class Operation:
    """A request of an account: the times at which it was sent, and all its answers."""

    account: str
    id: str
    kind: str  # the message's type
    match: str
    request: dict[str, Any]
    sent: list[float] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    @property
    def invoked(self) -> float:
        """When it was first sent; infinitely late if there was no connection until the end."""
        return self.sent[0] if self.sent else float("inf")

    @property
    def acks(self) -> list[Answer]:
        """All acknowledgements: more than one if it was sent more than once."""
        return [answer for answer in self.answers if answer.kind == "ack"]

    @property
    def ack(self) -> Answer | None:
        """The first acknowledgement."""
        return next(iter(self.acks), None)

    @property
    def refusal(self) -> Answer | None:
        """The refusal that decided it, if no answer was an acknowledgement."""
        if self.acks:
            return None
        return next((answer for answer in self.answers if answer.is_final), None)

    def __str__(self) -> str:
        what = self.request.get("command") or {
            name: value for name, value in self.request.items() if name not in ("id", "type", "match")
        }
        told = " ".join(f"{name} {value}" for name, value in what.items())
        return f"{self.kind} {told} (id {self.id})"


@dataclass
class Seek:
    """A stay in the pool: from when until when it may have led to a pairing."""

    account: str
    operation: Operation
    until: float | None = None  # when its own request to leave the pool was acknowledged
    dropped: float | None = None  # when its connection ended


@dataclass
class Stay:
    """A time during which a connection of an account watched a match."""

    since: float
    until: float | None = None


class Span(NamedTuple):
    """A time span, in seconds since the start of the run."""

    since: float
    until: float


@dataclass
class Complaint:
    """Something that a client received and that cannot be right."""

    at: float
    reader: str
    match: str
    text: str


class History:
    """Everything that happened to the players of a run."""

    def __init__(self) -> None:
        self._zero = time.monotonic()
        self.wall = time.time() * 1000  # milliseconds since 1970 at the start of the run
        self.operations: dict[tuple[str, str], Operation] = {}
        self.seeks: list[Seek] = []
        self.seen: defaultdict[str, list[tuple[float, bytes]]] = defaultdict(list)  # by match, in order of version
        self.complaints: list[Complaint] = []
        self.told: defaultdict[str, set[str]] = defaultdict(set)  # the matches that each account was notified of
        self.stays: defaultdict[tuple[str, str], list[Stay]] = defaultdict(list)
        self.stuck: list[Complaint] = []  # what did not continue after the faults were over
        self.down: list[Span] = []  # when no server could work, at least
        self.dark: list[Span] = []  # at most: until the first one had recovered, and while all were late
        self.connects = 0
        self.names: dict[str, str] = {}  # of the accounts, for stories

    def now(self) -> float:
        """Seconds since the start of the run."""
        return time.monotonic() - self._zero

    def wall_time(self, at: float) -> float:
        """Convert a time of the run to milliseconds since 1970."""
        return self.wall + at * 1000

    def begin(self, account: str, id: str, kind: str, match: str, request: dict[str, Any]) -> Operation:
        """Note a new request, which is about to be sent."""
        made = Operation(account, id, kind, match, request)
        self.operations[account, id] = made
        return made

    def see(self, reader: str, match: str, have: int, first: int, events: list[bytes]) -> int:
        """Note events that reached a client that already has some; returns how many it then has."""
        known, now = self.seen[match], self.now()
        if first > have + 1:
            self.complain(reader, match, f"received version {first} after {have}: {first - have - 1} are missing")
        for version, payload in enumerate(events, first):
            if version > len(known):
                known.append((now, payload))
            elif known[version - 1][1] != payload:
                before = known[version - 1][1].decode()
                self.complain(reader, match, f"received {payload.decode()} as version {version}, others {before}")
        return max(have, first + len(events) - 1)

    def complain(self, reader: str, match: str, text: str) -> None:
        """Note something that a client received and that cannot be right."""
        self.complaints.append(Complaint(self.now(), reader, match, text))

    def watches(self, account: str, match: str) -> Stay:
        """Note that a connection of an account has started to watch a match."""
        stay = Stay(self.now())
        self.stays[account, match].append(stay)
        return stay
