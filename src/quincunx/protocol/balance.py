"""How balanced the games are."""

from __future__ import annotations

import msgspec

from quincunx.words import Text


class BalanceResult(msgspec.Struct, frozen=True):
    """A number of games: the first side's score (0 to 1), its margin of error (95 %), and how many were drawn."""

    games: int
    score: float
    error: float
    drawn: int


class BotBalance(BalanceResult, frozen=True):
    """Games of a bot level against itself, with the values of the options that each side may set differently."""

    level: int
    turns: float
    choices: dict[str, str]


class PeopleBalance(BalanceResult, frozen=True):
    """Rated matches between people with a mean rating of at least `least` and less than `below`; null is no limit."""

    least: int | None
    below: int | None


class BalanceShown(msgspec.Struct, frozen=True):
    """A game, its two sides in order, and their results."""

    game: str
    players: tuple[Text, Text]
    bots: list[BotBalance]
    people: list[PeopleBalance]
