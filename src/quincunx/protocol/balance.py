"""How even the games are."""

from __future__ import annotations

import msgspec

from quincunx.words import Text


class Weighed(msgspec.Struct, frozen=True):
    """So many games: the first side's score from 0 to 1, how far off that may be (95 %), and how many were drawn."""

    games: int
    score: float
    error: float
    drawn: int


class BotsWeighed(Weighed, frozen=True):
    """A bot of a level against itself; with the options' values, in games that both sides may set up differently."""

    level: int
    turns: float
    choices: dict[str, str]


class PeopleWeighed(Weighed, frozen=True):
    """Rated matches of people whose ratings had a mean of at least `least` and below `below`; null: without an end."""

    least: int | None
    below: int | None


class BalanceShown(msgspec.Struct, frozen=True):
    """A game: its sides, the first one first, and who won."""

    game: str
    players: tuple[Text, Text]
    bots: list[BotsWeighed]
    people: list[PeopleWeighed]
