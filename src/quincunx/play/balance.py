"""How even a game is among people: rated matches counted by how good both players were. Pure."""

from __future__ import annotations

from msgspec import Struct, structs

from quincunx.play.glicko import Rating
from quincunx.play.standings import score
from quincunx.play.summary import Summary

BANDS = (0, 1400, 1600, 1800)  # the least rating of each


class Tally(Struct, frozen=True):
    """What the first side won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


def band(ratings: tuple[Rating, Rating]) -> int:
    """Where a match between players of these ratings counts: by the mean of both, before it was played."""
    mean = (ratings[0].rating + ratings[1].rating) / 2
    return max((least for least in BANDS if least <= mean), default=BANDS[0])


def with_match(tally: Tally, summary: Summary) -> Tally:
    """The tally with one more match."""
    how = score(summary, 0)
    return structs.replace(tally, **{how: getattr(tally, how) + 1})
