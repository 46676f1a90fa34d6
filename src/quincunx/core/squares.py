"""Names of squares: files a b c … from left to right, ranks 1 2 3 … from bottom to top."""

from __future__ import annotations

import re

_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


def square_name(cell: int, files: int) -> str:
    """Return the name of the cell on a board with this many files: 0 is a1."""
    return f"{chr(ord('a') + cell % files)}{cell // files + 1}"


def square_cell(name: str, files: int, ranks: int) -> int | None:
    """Return the cell with this name, or None if the board has none."""
    found = _SQUARE.fullmatch(name)
    if found is None:
        return None
    file, rank = ord(found[1]) - ord("a"), int(found[2]) - 1
    return rank * files + file if file < files and rank < ranks else None


def last_square(files: int, ranks: int) -> str:
    """Return the name of the square farthest from a1."""
    return square_name(files * ranks - 1, files)
