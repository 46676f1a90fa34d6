"""Tables of distances: how many turns a position is from a goal, for games that can compute them all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol


class DistanceMaker(Protocol):
    """Makes the table of one game."""

    positions: int

    @property
    def file(self) -> Path:
        """Where the bots look for the table."""

    def make(self, file: Path) -> Iterator[tuple[int, int]]:
        """Make it in this file; yields the turns reached, and how many positions are known, from time to time."""
