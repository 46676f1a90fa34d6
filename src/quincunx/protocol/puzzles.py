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
    """How the asker solves the puzzles of a game, and on how many days in a row some puzzle was solved."""

    standing: Standing
    days: int


class PuzzleCatalogue(msgspec.Struct, frozen=True):
    """The puzzles of a game: how many, today's, and how the asker solves them (null for nobody known)."""

    game: str
    count: int
    daily: int
    daily_done: bool
    solver: Solver | None


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle without its solution: the position, whose turn it is, what for, in how many turns of the solver's."""

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


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's turns so far, the one to be judged last."""

    turns: Annotated[list[TurnText], Meta(min_length=1, max_length=MOST_TURNS)]


class SoFar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's right turns so far."""

    turns: Annotated[list[TurnText], Meta(max_length=MOST_TURNS)] = []


class Answered(msgspec.Struct, frozen=True):
    """What a try comes to: the answer to a right turn, or the engine's to a wrong one."""

    verdict: Literal["wrong", "right", "solved"]
    answer: Turn
    refutation: Refutation | None
    solver: Solver | None


class Hint(msgspec.Struct, frozen=True):
    """Squares to look at, by name and by cell."""

    squares: list[str]
    cells: list[int]
    solver: Solver | None


class Solution(msgspec.Struct, frozen=True):
    """All turns of the solution, the opponent's among them."""

    turns: tuple[Turn, ...]
    solver: Solver | None
