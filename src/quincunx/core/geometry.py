"""Pairs of cells between which a piece can move on an empty board."""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.core.display import Board

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (1, -1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

Pairs = list[tuple[int, int]]


def lines(board: Board, directions: Iterable[tuple[int, int]], longest: int) -> Pairs:
    """Return the origin and the target of every move of at most `longest` steps in one of the directions."""
    return [
        (rank * board.files + file, (rank + i * up) * board.files + file + i * right)
        for rank in range(board.ranks)
        for file in range(board.files)
        for right, up in directions
        for i in range(1, longest + 1)
        if 0 <= file + i * right < board.files and 0 <= rank + i * up < board.ranks
    ]
