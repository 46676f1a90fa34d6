"""Statistics over finished matches, updated one match at a time: counts, streaks and ratings. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from quincunx.play.glicko import Rating, rated
from quincunx.play.legs import total
from quincunx.play.summary import Summary

Score = Literal["won", "lost", "drawn"]

_POINTS: dict[Score, float] = {"won": 1.0, "lost": 0.0, "drawn": 0.5}


class Stats(Struct, frozen=True):
    """The matches of one player on one side against one kind of opponent."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    captures: int = 0
    longest: int = 0  # in turns


class Streak(Struct, frozen=True):
    """Wins in a row: the current and the best streak."""

    current: int = 0
    best: int = 0


def score(summary: Summary, side: int) -> Score:
    """The result of the game for a side."""
    return _score(summary.winner, side)


def _score(winner: int | None, side: int) -> Score:
    if winner is None:
        return "drawn"
    return "won" if winner == side else "lost"


def added(stats: Stats, summary: Summary, side: int) -> Stats:
    """The stats after one more match."""
    how = score(summary, side)
    return structs.replace(
        stats,
        **{how: getattr(stats, how) + 1},
        captures=stats.captures + summary.captures[side],
        longest=max(stats.longest, summary.turns),
    )


def continued(streak: Streak, how: Score) -> Streak:
    """The streak after one more match."""
    current = streak.current + 1 if how == "won" else 0
    return Streak(current, max(streak.best, current))


def decides(summary: Summary) -> bool:
    """Whether this game decides the match, which the first game of two does not."""
    return summary.leg is None or summary.leg.number == 2


def rerated(ratings: tuple[Rating, Rating], summary: Summary) -> tuple[Rating, Rating]:
    """Both players' ratings after a rated match, which is a rating period by itself. Two games count by their total."""
    first, second = ratings
    both = None if summary.leg is None else total(summary.leg, summary.winner, summary.turns)
    points = _POINTS[_score(summary.winner if both is None else both.winner, 0)]
    return rated(first, [(second, points)]), rated(second, [(first, 1 - points)])
