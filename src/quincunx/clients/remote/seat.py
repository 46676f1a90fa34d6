"""A seat at a match on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.clients import action_sequence
from quincunx.clients.match_replica import MatchReplica
from quincunx.clients.remote.errors import Unreachable
from quincunx.clients.remote.pages import Pages
from quincunx.clients.seat_notices import AWAY, CLAIM, DOWN
from quincunx.core.game import Game
from quincunx.play.commands import PlayerCommand
from quincunx.play.events import read_event
from quincunx.play.match import Match
from quincunx.protocol import messages
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.match_seat import Changes
    from quincunx.clients.remote.client import Client

SOON = 30.0  # seconds: the events of an acknowledged command have arrived already, or arrive soon


class OnlineSeat:
    """A `MatchSeat` on a server. It reconnects by itself when the connection breaks, and misses nothing."""

    busy = False  # requests are complete when they return

    def __init__(self, client: Client, id: str, secret: str = "") -> None:
        self.id = id
        self.secret = secret
        self._client = client
        self._replica = MatchReplica()
        self.pages = Pages()
        self._presence: messages.Presence | None = None

    @property
    def match(self) -> Match:
        """The match as received so far."""
        return self._replica.match

    @property
    def version(self) -> int:
        """The version of the last event received; 0 before the first."""
        return self._replica.version

    @property
    def game(self) -> Game:
        """The game with its final options, including those that were drawn at random."""
        return self.match.state.game

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that this account plays."""
        return self.match.sides_of(self._client.account)

    @property
    def server(self) -> str:
        """The address of the server."""
        return self._client.address.server

    @property
    def link(self) -> str:
        """The link that opens the other seat; empty if there is nobody to invite."""
        return self._client.address.link(self.id, self.secret) if self.secret else ""

    @property
    def note(self) -> str:
        """A notice that the connection is down or the other player is away."""
        if not self._client.is_up:
            return DOWN
        there, match = self._presence, self.match
        if there is None or match.status != "running" or not match.between_people() or len(self.sides) != 1:
            return ""
        other = 1 - self.sides[0]
        return CLAIM if other in match.abandoned else "" if there.present[other] else AWAY

    @property
    def lag(self) -> int | None:
        """The round-trip time to the server in milliseconds; None before it has been measured."""
        return self._client.lag

    def now(self) -> int:
        """The time according to the server's clock, in milliseconds."""
        return self._client.now()

    def act(self, *actions: str, position: int | None = None) -> None:
        """Play the actions of a turn, up to the first that is refused."""
        action_sequence.act(self, actions, position)

    def ask(self, command: PlayerCommand) -> None:
        """Send a command. If the connection breaks it is sent again with the same id, and carried out once."""
        self.reach(self._client.command(self.id, command).last)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something has changed, or time out; return whether something has."""
        return self._replica.wait(seconds)

    def points(self) -> Changes | None:
        """How the finished match changed both ratings; None if it was not rated. Waits for the server's answer."""
        if not self.match.created.rated or self.match.status != "finished":
            return None
        return self._client.match(self.id).points

    def rematch(self) -> OnlineSeat | None:
        """The seat at the second game of two or at the rematch, once there is one."""
        id = self.match.rematch
        return self._client.open(id) if id else None

    def close(self) -> None:
        """Leave the seat; the match continues."""
        self._client.leave(self)

    # -- for the client --

    def watching(self, id: str) -> messages.Watch:
        """The message that requests the events that are not known yet."""
        return messages.Watch(id=id, match=self.id, since=self.version, secret=self.secret)

    def take(self, message: messages.Events) -> bool:
        """Apply received events; return whether a thread must start to request more."""
        joins = self._replica.take(message.first, [read_event(bytes(event)) for event in message.events])
        return self.pages.heard(message.more or not joins)

    def reach(self, version: int) -> None:
        """Wait until an event of that version has been received."""
        if not self._replica.reach(version, SOON):
            raise Unreachable(phrase("clients.remote.no_news"))

    def see(self, presence: messages.Presence) -> None:
        """Note who is present now."""
        before, self._presence = self._presence, presence
        if before is None or before.present != presence.present:
            self._replica.changed()

    def changed(self) -> None:
        """Report that the connection has come up or gone down."""
        self._replica.changed()
