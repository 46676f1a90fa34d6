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
MOST_NAME = 40  # letters of a friend's name


def person_side(spec: Spec) -> int:
    """The side of whoever has not chosen one: as the game has it, or the first."""
    return spec.person_side or 0


@dataclass(frozen=True)
class Settings:
    """The game with its options, which of them were chosen, the sides that bots play and how well, and the clock.

    Without bots a friend sits at the same keyboard, and `side` is the account's own.
    """

    game: Game
    chosen: Collection[str] = ()
    bots: frozenset[int] = frozenset({1})
    level: int = 4
    seconds: float = 2.0
    seed: int | None = None
    classic: bool = True  # as the game's document draws it, where it does
    clock: Clock = UNTIMED
    online: Colour | None = None  # the side wanted at a server; None for a match at this keyboard
    legs: Legs = 1  # games: two are each side once
    side: int = 0
    friend: str = ""


@dataclass(frozen=True)
class Waiting:
    """A match that was left: its id, what it is in a few words, and more about it."""

    id: str
    title: str
    about: str
