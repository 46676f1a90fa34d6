"""The squares of a tafl board as bit masks: edge, throne, corners, goals and setup. They are constant during a game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from quincunx.games.tafl import bitboard


def gathered(cells: Iterable[int]) -> int:
    """Return the set of these cells."""
    squares = bitboard.joined(0, 0)
    for cell in cells:
        squares |= bitboard.square(cell)
    return squares


class BoardMasks:
    """A square board with a throne in the middle, from the text of its setup.

    If the king escapes through the corners, they are restricted and hostile; if he escapes over the edge, they are
    ordinary squares. The guards of a corner are the three squares of the diagonal that seals it off.
    """

    def __init__(self, setup: str, goal: str) -> None:
        rows = setup.split("/")
        files = len(rows)
        letters = "".join(_spelt_out(row) for row in reversed(rows))
        cells = range(files * files)
        rim = [cell for cell in cells if cell // files in (0, files - 1) or cell % files in (0, files - 1)]
        corners = [0, files - 1, files * files - files, files * files - 1]
        middle = files * files // 2
        self.files = files
        self.line = (1 << files) - 1
        self.middle = middle
        self.whole = gathered(cells)
        self.not_first = gathered(cell for cell in cells if cell % files != 0)
        self.not_last = gathered(cell for cell in cells if cell % files != files - 1)
        self.edge = gathered(rim)
        self.throne = gathered([middle])
        self.by_throne = gathered([middle - files, middle - 1, middle, middle + 1, middle + files])
        self.corners = gathered(corners if goal == "corners" else [])
        self.goals = gathered(corners if goal == "corners" else rim)
        self.guards = gathered(cell for cell in cells if goal == "corners" and _steps_to_corner(cell, files) == 2)
        self.attackers = gathered(cell for cell in cells if letters[cell] == "a")
        self.defenders = gathered(cell for cell in cells if letters[cell] == "d")
        self.king = letters.index("k")
        self.ranks = [0] * 128
        self.turned = [0] * 128
        for cell in cells:
            self.ranks[cell] = cell // files
            self.turned[cell] = cell % files * files + cell // files


def _steps_to_corner(cell: int, files: int) -> int:
    """Return the number of steps from a cell to the nearest corner."""
    rank, file = divmod(cell, files)
    return min(rank, files - 1 - rank) + min(file, files - 1 - file)


def _spelt_out(row: str) -> str:
    """Return a row of position text with a `.` for each empty square."""
    for run in range(11, 0, -1):
        row = row.replace(str(run), "." * run)
    return row


@cache
def board_masks(setup: str, goal: str) -> BoardMasks:
    """Return the masks of a setup, computed once."""
    return BoardMasks(setup, goal)
