"""The interface through which screens play a match, whether it is in the local database or on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from quincunx.core.game import Game
from quincunx.play.commands import PlayerCommand
from quincunx.play.match import Match

if TYPE_CHECKING:
    from quincunx.protocol.ratings import Change

    Changes = tuple[Change | None, Change | None]


class MatchSeat(Protocol):
    """A match, and what the player at this keyboard can do in it.

    `match` is replaced whenever something happens and is never modified, so any thread may draw from it. Everything
    it shows has already been written to disk.
    """

    @property
    def id(self) -> str:
        """The match's id, by which it can be resumed."""

    @property
    def game(self) -> Game:
        """The game with its final options, including those that were drawn at random."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides played at this keyboard: both between friends, none for a spectator."""

    @property
    def match(self) -> Match:
        """The match as far as it is known: state, seats, clocks, offers, result."""

    @property
    def note(self) -> str:
        """A sentence about a problem with the connection or the other player; empty if there is none."""

    @property
    def busy(self) -> bool:
        """Whether a request is still pending."""

    @property
    def link(self) -> str:
        """The link that opens the other seat; empty if there is nobody to invite."""

    def now(self) -> int:
        """The current time on the clock that the match uses, in milliseconds."""

    def act(self, *actions: str, position: int | None = None) -> None:
        """Play the actions of a turn, the first of them in the position of that version, if given.

        Refused says in a sentence why an action cannot be played. On return they are on disk and in `match`.
        """

    def ask(self, command: PlayerCommand) -> None:
        """Offer, accept, decline, resign, abort or claim; Refused gives the reason if it is not possible."""

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a change that no earlier call reported, or time out; return whether there was one."""

    def points(self) -> Changes | None:
        """How a finished rated match changed both ratings; None if it was not rated. May take a moment."""

    def rematch(self) -> MatchSeat | None:
        """The seat at the second game of two or at the rematch, once there is one."""

    def close(self) -> None:
        """Leave the seat; the match can be resumed later. Safe to call twice."""
