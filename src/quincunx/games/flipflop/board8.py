"""Sets of squares of the 8×8 board, as single words. Compiled modules inline the C version in the .pxd file.

A smaller board is in the middle of it, and the squares outside belong to nobody.

`lines.py` does the same for boards of any size, more slowly.
"""

from __future__ import annotations

from quincunx.core import bits

_FILES = 0x7E7E7E7E7E7E7E7E  # all but the first and the last file
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
_RAYS = [
    [
        [
            8 * (cell // 8 + i * ranks) + cell % 8 + i * files
            for i in range(1, 8)
            if 0 <= cell % 8 + i * files < 8 and 0 <= cell // 8 + i * ranks < 8
        ]
        for files, ranks in _DIRECTIONS
    ]
    for cell in range(64)
]
_LINES = [[rays[i] + rays[i + 1] for i in range(0, 8, 2)] for rays in _RAYS]


def prepare() -> None:
    """Fill the tables of the C version."""


def inside(size: int) -> int:
    """Return the squares of a board of this size, in the middle."""
    first = 4 - size // 2
    return sum(bits.bit(8 * (first + rank) + first + file) for rank in range(size) for file in range(size))


def corners(size: int) -> int:
    """Return the corners of a board of this size."""
    first, last = 4 - size // 2, 3 + size // 2
    return sum(bits.bit(8 * rank + file) for rank in (first, last) for file in (first, last))


def around(cell: int) -> int:
    """Return the squares next to a square."""
    return sum(bits.bit(ray[0]) for ray in _RAYS[cell] if ray)


def targets(mine: int, theirs: int) -> int:
    """Return the empty squares where a new piece would trap something."""
    return straight_targets(mine, theirs) | diagonal_targets(mine, theirs)


def straight_targets(mine: int, theirs: int) -> int:
    """Return the empty squares where a new piece would trap something along a row or column."""
    return (_ends(mine, theirs & _FILES, 1) | _ends(mine, theirs, 8)) & ~(mine | theirs)


def diagonal_targets(mine: int, theirs: int) -> int:
    """Return the empty squares where a new piece would trap something along a diagonal."""
    prey = theirs & _FILES
    return (_ends(mine, prey, 7) | _ends(mine, prey, 9)) & ~(mine | theirs)


def trapped(cell: int, mine: int, theirs: int) -> int:
    """Return the pieces that a new piece on the cell traps, in all eight directions."""
    found = 0
    for ray in _RAYS[cell]:
        row = 0
        for other in ray:
            if not theirs >> other & 1:
                found |= row if mine >> other & 1 else 0
                break
            row |= bits.bit(other)
    return found


def count_trapped(cell: int, mine: int) -> int:
    """Return how many pieces a new piece on the last empty square traps: the other squares are theirs, or outside."""
    return bits.count(trapped(cell, mine, bits.ALL ^ mine ^ bits.bit(cell)))


def stable(mine: int, theirs: int, outside: int) -> int:
    """Return pieces of mine that can never be turned over.

    On each of their four lines, the line is full, or ends there, or a neighbour is such a piece. A smaller board ends
    at the squares outside of it.
    """
    taken, found, before = mine | theirs | outside, outside, -1
    while found != before:
        before = found
        found = outside | sum(bits.bit(cell) for cell in _cells(mine) if _is_safe(cell, taken, before))
    return found & ~outside


def grown(squares: int) -> int:
    """Return the squares and all squares next to them."""
    found = squares
    for cell in _cells(squares):
        found |= around(cell)
    return found


def _cells(squares: int) -> list[int]:
    return [cell for cell in range(64) if squares >> cell & 1]


def _ends(mine: int, prey: int, step: int) -> int:
    """Return the squares at the end of rows of prey that start next to own pieces, in both directions of a line."""
    up, down = mine << step & prey, mine >> step & prey
    for _ in range(5):  # six pieces fit between two others
        up |= up << step & prey
        down |= down >> step & prey
    return (up << step | down >> step) & bits.ALL


def _is_safe(cell: int, taken: int, stable: int) -> bool:
    for number, line in enumerate(_LINES[cell]):
        rays = _RAYS[cell][2 * number : 2 * number + 2]
        ends = not all(rays)
        if not (ends or all(taken >> other & 1 for other in line) or any(stable >> ray[0] & 1 for ray in rays)):
            return False
    return True
