"""How balanced a game is between people: results of rated matches, grouped by the players' strength. Pure."""

from __future__ import annotations

from msgspec import Struct, structs

from quincunx.play.glicko import Rating
from quincunx.play.standings import score
from quincunx.play.summary import Summary

BANDS = (0, 1400, 1600, 1800)  # the lowest rating of each


class Tally(Struct, frozen=True):
    """Wins, draws and losses of the first side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


def band(ratings: tuple[Rating, Rating]) -> int:
    """The rating band of a match, according to the mean of both players' ratings before it."""
    mean = (ratings[0].rating + ratings[1].rating) / 2
    return max((least for least in BANDS if least <= mean), default=BANDS[0])


def with_match(tally: Tally, summary: Summary) -> Tally:
    """The tally after one more match."""
    how = score(summary, 0)
    return structs.replace(tally, **{how: getattr(tally, how) + 1})
