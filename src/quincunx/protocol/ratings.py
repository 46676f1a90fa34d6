"""Ratings, stats and streaks."""

from __future__ import annotations

import msgspec

from quincunx.core.sides import Side
from quincunx.play.glicko import Rating
from quincunx.play.standings import Stats, Streak


class Counted(msgspec.Struct, frozen=True):
    """The stats of a line on one side."""

    game: str
    opponent: str
    side: Side
    stats: Stats


class Streaking(msgspec.Struct, frozen=True):
    """The streak of a line."""

    game: str
    opponent: str
    streak: Streak


class Rated(msgspec.Struct, frozen=True):
    """A player's rating in a game, and how many rated matches it rests on."""

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
    """What a rated match did to a player's rating, to the point; provisional where it still is after the match."""

    before: int
    after: int
    provisional: bool


class Leader(msgspec.Struct, frozen=True):
    """A place on a leader board: nobody has one by a provisional rating."""

    name: str
    rating: Rating
    played: int
    provisional: bool


class Profile(msgspec.Struct, frozen=True):
    """Who it is, since when, and how well."""

    name: str
    since: int
    ratings: list[Rated]
    stats: list[Counted]
    streaks: list[Streaking]
