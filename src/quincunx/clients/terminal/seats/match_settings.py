"""The settings of a match in the terminal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from quincunx.core.game import Game
from quincunx.core.spec import Spec
from quincunx.play.clocks import Clock, Untimed
from quincunx.play.legs import Legs
from quincunx.play.match_setup import Colour

UNTIMED = Untimed()
MOST_NAME = 40  # characters in a friend's name


def person_side(spec: Spec) -> int:
    """The side of a player who has not chosen one: the game's default, or the first."""
    return spec.person_side or 0


@dataclass(frozen=True)
class MatchSettings:
    """The game with its options, which of them were chosen, the sides that bots play and their level, and the clock.

    Without bots the opponent is a friend at the same keyboard, and `side` is the account's side.
    """

    game: Game
    chosen: Collection[str] = ()
    bots: frozenset[int] = frozenset({1})
    level: int = 4
    seconds: float = 2.0
    seed: int | None = None
    classic: bool = True  # the screen of the game's document, if it has one
    clock: Clock = UNTIMED
    online: Colour | None = None  # the side wanted on a server; None for a match at this keyboard
    legs: Legs = 1  # number of games; with two, each player has each side once
    side: int = 0
    friend: str = ""


@dataclass(frozen=True)
class UnfinishedMatch:
    """An unfinished match: its id, a short title, and details."""

    id: str
    title: str
    about: str
