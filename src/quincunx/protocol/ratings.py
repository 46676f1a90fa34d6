"""Ratings, stats and streaks."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.sides import Side
from quincunx.play.glicko import Rating
from quincunx.play.standings import Stats, Streak

OpponentKind = Literal["bot", "friend", "pool"]


class PlayerStats(msgspec.Struct, frozen=True):
    """A player's stats in a game, against one kind of opponent, on one side."""

    game: str
    opponent: OpponentKind
    level: int | None  # of a bot
    side: Side
    stats: Stats


class PlayerStreak(msgspec.Struct, frozen=True):
    """A player's streak in a game, against one kind of opponent."""

    game: str
    opponent: OpponentKind
    level: int | None  # of a bot
    streak: Streak


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating in a game, and the number of rated matches that it is based on."""

    game: str
    rating: Rating
    played: int
    provisional: bool


class Point(msgspec.Struct, frozen=True):
    """A rating after a match."""

    match: str
    at: int
    rating: Rating
    provisional: bool


class Change(msgspec.Struct, frozen=True):
    """A player's rounded rating before and after a rated match, and whether it was still provisional afterwards."""

    before: int
    after: int
    provisional: bool


class Leader(msgspec.Struct, frozen=True):
    """An entry of a leader board. Provisional ratings are not listed."""

    name: str
    rating: Rating
    played: int
    provisional: bool


class Profile(msgspec.Struct, frozen=True):
    """A player's profile: when they joined, and their ratings, stats and streaks."""

    name: str
    since: int
    ratings: list[PlayerRating]
    stats: list[PlayerStats]
    streaks: list[PlayerStreak]
