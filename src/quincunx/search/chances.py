"""What a score means to people: a number of units such as pawns, and a chance to win.

Both are data beside the game (`chances.toml`, a table for each game): the `unit`, what one of it is `worth` in the
evaluator's score, and the `steepness`, which is the score for a chance of 73 %. `quincunx lab chances` finds the
steepness by self-play. A unit is one of UNITS, or the code of a phrase in the words of the game's own package.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from importlib import resources

from quincunx.core.game import Game
from quincunx.words import Text, phrase

FILE = "chances.toml"
WIN = 100_000  # as in alphabeta, whose constants are C only: minus one for every action on the way to it
SURE = 90_000  # a higher score is a proven win
UTMOST = 30.0  # steepnesses: beyond this, the result is practically certain
UNITS = ("pawns", "officers", "men", "pieces", "steps", "points")
POINTS = phrase("search.unit.points")


@dataclass(frozen=True)
class Scale:
    """How the scores of a game are shown: the unit, its worth, and the steepness of the chances."""

    unit: Text = POINTS
    worth: float = 100.0
    steepness: float = 200.0

    def amount(self, score: float) -> float:
        """The score in units."""
        return score / self.worth

    def chance(self, score: float) -> float:
        """The chance to win for a score, with a draw counting half; 0 or 1 if the win is proven."""
        if abs(score) > SURE:
            return float(score > 0)
        return 1 / (1 + math.exp(-max(-UTMOST, min(UTMOST, score / self.steepness))))


def tenths(amount: float | None) -> float | None:
    """An amount rounded to tenths, as it is shown to people."""
    return None if amount is None else round(amount, 1) + 0.0  # never -0.0


def scale_of(game: Game) -> Scale:
    """The scale of a game, or the default scale if the file does not give one."""
    file = resources.files(game.spec.package).joinpath(FILE)
    tables = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    own = tables.get(game.key)
    if own is None:
        return Scale()
    return Scale(_unit(str(own["unit"])), float(own["worth"]), float(own["steepness"]))


def _unit(name: str) -> Text:
    return phrase(f"search.unit.{name}") if name in UNITS else phrase(name)
