"""Puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.core.sides import Side
from quincunx.notation.puzzle import Goal, Turn
from quincunx.play.puzzles import Standing
from quincunx.protocol.fields import TurnText
from quincunx.search.refutation import Refutation

MOST_TURNS = 16


class Solver(msgspec.Struct, frozen=True):
    """How well the asker solves the puzzles of a game, and for how many days in a row they have solved any."""

    standing: Standing
    days: int


class PuzzleCatalogue(msgspec.Struct, frozen=True):
    """The puzzles of a game: their number, today's, and the asker's record (null without an account)."""

    game: str
    count: int
    daily: int
    daily_done: bool
    solver: Solver | None


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle without its solution: the position, the side to move, the goal, and the solver's number of turns."""

    game: str
    number: int
    count: int
    daily: int
    rating: int
    goal: Goal
    position: str
    side: Side
    turns: int
    attempted: Literal["solved", "failed"] | None
    solver: Solver | None


class PuzzleAttempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's turns so far; the last one is the one to check."""

    turns: Annotated[list[TurnText], Meta(min_length=1, max_length=MOST_TURNS)]


class PuzzleProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's correct turns so far."""

    turns: Annotated[list[TurnText], Meta(max_length=MOST_TURNS)] = []


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """The verdict on a try: with the opponent's reply to a correct turn, or the engine's refutation of a wrong one.

    `notation` is the tried turn as players write it.
    """

    verdict: Literal["wrong", "right", "solved"]
    notation: str
    answer: Turn
    refutation: Refutation | None
    solver: Solver | None


class PuzzleHint(msgspec.Struct, frozen=True):
    """The squares to look at, by name and by cell."""

    squares: list[str]
    cells: list[int]
    solver: Solver | None


class PuzzleSolution(msgspec.Struct, frozen=True):
    """All turns of the solution, including the opponent's, as actions and as players write them."""

    turns: tuple[Turn, ...]
    notation: tuple[str, ...]
    solver: Solver | None
