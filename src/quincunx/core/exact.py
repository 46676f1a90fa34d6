"""Exact knowledge of positions: what a position is worth with best play on both sides, and how far the end is.

A game that knows such positions, by solving or from a table, has a solver (`Spec.solver`). Searches ask it first.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    the result is full, unless the solver was stopped.
    """

    margin: int
    actions: tuple[int, ...]
    is_full: bool = True


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
