"""The positions of a board's cells on the screen."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.display import Board

SIZES = ((11, 5), (9, 4), (7, 3), (5, 2), (3, 1), (2, 1))  # cell sizes in columns and rows
MARGIN = 3  # columns for the rank numbers at the left
FOOT = 1  # rows for the file letters below
_STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


@dataclass(frozen=True)
class Grid:
    """A board drawn with cells of one size, from one player's side or the other's."""

    board: Board
    cell_width: int
    cell_height: int
    flipped: bool = False

    @property
    def width(self) -> int:
        """The width in columns, including the rank numbers."""
        return MARGIN + self.board.files * self.cell_width

    @property
    def height(self) -> int:
        """The height in rows, including the file letters."""
        return self.board.ranks * self.cell_height + FOOT

    def cell(self, column: int, row: int) -> int | None:
        """The cell at a column and row of the drawing, or None."""
        file, rank = (column - MARGIN) // self.cell_width, row // self.cell_height
        if column < MARGIN or not (0 <= file < self.board.files and 0 <= rank < self.board.ranks):
            return None
        return self._turned(file, self.board.ranks - 1 - rank)

    def place(self, cell: int) -> tuple[int, int]:
        """The column and row of a cell's top left corner."""
        file, rank = cell % self.board.files, cell // self.board.files
        if self.flipped:
            file, rank = self.board.files - 1 - file, self.board.ranks - 1 - rank
        return MARGIN + file * self.cell_width, (self.board.ranks - 1 - rank) * self.cell_height

    def step(self, cell: int, direction: str) -> int:
        """The neighbouring cell in a direction as seen by the player; the same cell at the edge."""
        files, ranks = _STEPS[direction]
        sign = -1 if self.flipped else 1
        file = cell % self.board.files + sign * files
        rank = cell // self.board.files + sign * ranks
        inside = 0 <= file < self.board.files and 0 <= rank < self.board.ranks
        return rank * self.board.files + file if inside else cell

    def _turned(self, file: int, rank: int) -> int:
        if self.flipped:
            file, rank = self.board.files - 1 - file, self.board.ranks - 1 - rank
        return rank * self.board.files + file


def fitting(board: Board, columns: int, rows: int, flipped: bool) -> Grid:
    """The largest grid that fits; the smallest if none does."""
    for width, height in SIZES:
        grid = Grid(board, width, height, flipped)
        if grid.width <= columns and grid.height <= rows:
            return grid
    return grid
