"""Matches for tests: a log that grows by requests of its players and its server."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx import game
from quincunx.play.clocks import Clock, Untimed
from quincunx.play.commands import Act, PlayerCommand, ServerCommand
from quincunx.play.decisions import decide, settle
from quincunx.play.events import AnyEvent, Created, Kind, Visibility, read_event, write_event
from quincunx.play.legs import Leg
from quincunx.play.match import Match
from quincunx.play.seats import Person, Seat

ANN = Person("a1", "Ann")
BOB = Person("b2", "Bob")
NOON = 1_800_000_000_000


class Story:
    """A match and its log; `now` moves only when the test moves it."""

    def __init__(
        self,
        key: str = "cengers",
        seats: tuple[Seat | None, Seat | None] = (ANN, BOB),
        clock: Clock | None = None,
        options: Mapping[str, object] | None = None,
        kind: Kind = "challenge",
        invited: str = "",
        invite: str = "",
        visibility: Visibility = "public",
        leg: Leg | None = None,
    ) -> None:
        made = game(key, **(options or {}))
        created = Created(
            at=NOON,
            game=made.key,
            options=dict(made.options),
            seats=seats,
            clock=clock or Untimed(),
            kind=kind,
            invited=invited,
            invite=invite,
            visibility=visibility,
            leg=leg,
        )
        self.log: list[AnyEvent] = [created]
        self.match = Match(created)
        self.now = NOON

    def asks(self, who: Person, command: PlayerCommand, after: int = 0) -> list[AnyEvent]:
        """Let a player send a command, `after` milliseconds later; returns the resulting events."""
        self.now += after
        return self._add(list(decide(self.match, who.account, command, self.now)))

    def plays(self, who: Person, actions: str, after: int = 0) -> None:
        """Let a player play actions one after another, each `after` milliseconds later."""
        for action in actions.split():
            self.asks(who, Act(action, self.match.position), after)

    def comes(self, command: ServerCommand, after: int = 0) -> list[AnyEvent]:
        """Let the server send a command; returns the resulting events."""
        self.now += after
        return self._add(list(settle(self.match, command, self.now)))

    def _add(self, events: list[AnyEvent]) -> list[AnyEvent]:
        for event in events:
            self.match.apply(event)
            self.log.append(event)
        return events

    def reread(self) -> Match:
        """The match read back from the bytes of its log."""
        return Match.from_events([read_event(write_event(event)) for event in self.log])
