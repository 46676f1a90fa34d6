"""Games on boards small enough to be solved from the start: the result with best play, and a proof of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Bounds:
    """What is known so far about the result for the player who begins, and how many positions were solved for it.

    The results are margins at the end if the game counts pieces; otherwise 1 for a win, 0 for a draw, -1 for a loss.
    """

    least: int
    most: int
    positions: int


class SmallBoard(Protocol):
    """A game on a small board."""

    def solve(self, journal: Path, report: Callable[[Bounds], None]) -> Bounds:
        """Find the result; positions once solved are in the journal, so that an interrupted run can continue."""

    def proof(self) -> Iterator[str]:
        """Return the lines of the proof for `tools/check_proof.py`, after `solve`."""
