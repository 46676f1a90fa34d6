"""A match as a screen plays it, wherever it lives: in this machine's database, or on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from quincunx.core.game import Game
from quincunx.play.commands import PlayerCommand
from quincunx.play.match import Match

if TYPE_CHECKING:
    from quincunx.protocol.ratings import Change

    Changes = tuple[Change | None, Change | None]


class MatchSeat(Protocol):
    """A match, and what can be done about it from this keyboard.

    `match` is replaced whenever something has happened, and one that was read before never changes: any thread may
    draw from it. What it shows is on the disk already.
    """

    @property
    def id(self) -> str:
        """The match's id, by which it can be resumed."""

    @property
    def game(self) -> Game:
        """The game with its options as drawn."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides played at this keyboard: both among friends, none where one only watches."""

    @property
    def match(self) -> Match:
        """The match as far as it is known: state, seats, clocks, offers, result."""

    @property
    def note(self) -> str:
        """A sentence on the line or the other player, such as that it is down; empty where all is well."""

    @property
    def busy(self) -> bool:
        """Whether something that was asked is still on its way."""

    @property
    def link(self) -> str:
        """The link that opens the other seat; empty where there is nobody to invite."""

    def now(self) -> int:
        """The time by the clock that the match goes by, in milliseconds."""

    def act(self, *actions: str, position: int | None = None) -> None:
        """Play the actions of a turn, the first in the position of that version if another has come up meanwhile.

        Refused says in a sentence why one cannot be played. When this returns they are on the disk, and in `match`.
        """

    def ask(self, command: PlayerCommand) -> None:
        """Offer, accept, decline, resign, abort or claim; Refused says why not."""

    def wait(self, seconds: float | None = None) -> bool:
        """Until something has changed that no earlier wait has told of, or so long; whether something has."""

    def points(self) -> Changes | None:
        """What a rated match did to both ratings, once it is over; None where it was not. It may take a moment."""

    def rematch(self) -> MatchSeat | None:
        """The seat where the two play on, once there is one: the second game of two, or the rematch."""

    def close(self) -> None:
        """Leave the seat: the match goes on when somebody sits down again. Safe to call twice."""
