"""Exact knowledge of positions: what a position is worth with best play on both sides, and how far the end is.

A game that knows such positions, by solving or from a table, has a solver (`Spec.solver`). Searches ask it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from quincunx.core.state import State


@dataclass(frozen=True)
class Limits:
    """The limits for a solver: seconds, nodes (0: no limit), and how long it may run between two short breaks."""

    seconds: float
    nodes: int = 0
    spell: float = float("inf")


@dataclass(frozen=True)
class Exact:
    """An action, and the proven result of the game after it for the player who makes it.

    The result is the margin at the end: positive for a win, 0 for a draw. If there was only time to prove a win, the
    margin is a lower bound, and `is_full` is false. The actions are best play on both sides: to the end of the game if
    the result is full, unless the solver was stopped. An endgame table knows no margins: it gives 1, 0 or -1. The
    actions lead to the end if the table knows the distance, and the win takes as few turns as possible; a draw has
    only the first turn.
    """

    margin: int
    actions: tuple[int, ...]
    is_full: bool = True
    from_table: bool = False


@dataclass(frozen=True)
class MadeTable:
    """An endgame table, and its positions by their result for the player to move.

    `longest` is the highest number of turns to the end. `done` and `total` are positions, over all tables to make.
    """

    name: str
    wins: int
    draws: int
    losses: int
    longest: int
    done: int
    total: int


class TableMaker(Protocol):
    """Makes the endgame tables of one game."""

    most: int  # pieces that it can make tables for

    def make(self, pieces: int, folder: Path) -> Iterator[MadeTable | float]:
        """Make all tables up to this number of pieces in a folder, except those that are there already.

        Yields each finished table, and in between, now and then, which fraction of the current one is done.
        """

    def checksum(self, pieces: int, folder: Path) -> str:
        """Return a checksum of the values in all tables up to this number of pieces."""

    def pack(self, pieces: int, folder: Path) -> bytes:
        """Return all tables up to this number of pieces as one compressed file, as it ships with the game."""


class Solver(Protocol):
    """Knows exact results of some positions of one game."""

    @property
    def nodes(self) -> int:
        """The nodes of the last call of `solve`."""

    def reaches(self, state: State, limits: Limits) -> bool:
        """Return whether it is likely to know the position within the limits."""

    def solve(self, state: State, limits: Limits, lines: int = 1) -> list[Exact]:
        """Return the best actions, best first, as many as it knows of this number; nothing if it knows none."""

    def ready(self) -> None:
        """Forget an earlier `stop`."""

    def stop(self) -> None:
        """Stop soon, from another thread: `solve` returns immediately until `ready` is called."""


class LookUpSolver:
    """What solvers have in common that only look positions up, and so need no limits."""

    def __init__(self) -> None:
        self._nodes = 0
        self._stopped = False

    @property
    def nodes(self) -> int:
        """The positions that the last call of `solve` looked up."""
        return self._nodes

    def ready(self) -> None:
        """Forget an earlier `stop`."""
        self._stopped = False

    def stop(self) -> None:
        """Stop soon: from now on, `solve` returns immediately, until `ready` is called."""
        self._stopped = True
