"""Chess geometry: the squares that a piece attacks, as sets of squares in 64-bit words.

A line through a square is a row of eight squares, some of them occupied. One multiplication gathers the inner six (the
outer two never block anything) into an index of a table with all results.
"""

from __future__ import annotations

from quincunx.core import bits
from quincunx.games.battlefield import terms

FILE_A = 0x0101010101010101
FILE_B = 0x0202020202020202
NOT_FILE_A = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H = 0x7F7F7F7F7F7F7F7F
STAIRS = 0x0004081020408000  # moves file a's inner six squares, from the bottom, to the top six bits of the product

KNIGHT = [0] * 64
KING = [0] * 64
PAWN = [0] * 128  # by side and square
RANK = [0] * 64  # the line through a square, without the square itself; likewise the next ones
FILE = [0] * 64
RISING = [0] * 64
FALLING = [0] * 64
STEPS = [0] * 384  # by role and square: the targets of an officer's shortest moves
BETWEEN = [0] * 4096  # the squares strictly between two squares on one line

# what a piece attacks along its row, by its position in the row and the occupied inner six squares
ROWS = [0] * 512  # copied to all eight ranks
COLUMNS = [0] * 512  # on file a


def rook(cell: int, occupied: int) -> int:
    """Return the squares that a rook attacks from this cell."""
    file = cell & 7
    rank = RANK[cell]
    row = ((occupied & rank) * FILE_B & bits.ALL) >> 58
    column = ((occupied >> file & FILE_A) * STAIRS & bits.ALL) >> 58
    return (ROWS[file << 6 | row] & rank) | COLUMNS[cell >> 3 << 6 | column] << file


def bishop(cell: int, occupied: int) -> int:
    """Return the squares that a bishop attacks from this cell."""
    at = (cell & 7) << 6
    rising = RISING[cell]
    falling = FALLING[cell]
    up = ((occupied & rising) * FILE_B & bits.ALL) >> 58
    down = ((occupied & falling) * FILE_B & bits.ALL) >> 58
    return (ROWS[at | up] & rising) | (ROWS[at | down] & falling)


def line(one: int, other: int) -> int:
    """Return the whole line through both squares, without the first of them; empty if there is no such line."""
    square = bits.bit(other)
    if RANK[one] & square:
        return RANK[one]
    if FILE[one] & square:
        return FILE[one]
    if RISING[one] & square:
        return RISING[one]
    if FALLING[one] & square:
        return FALLING[one]
    return 0


def _leaps(cell: int, steps: list[tuple[int, int]]) -> int:
    file, rank = cell % 8, cell // 8
    cells = [(file + right, rank + up) for right, up in steps]
    return sum(1 << 8 * up + right for right, up in cells if 0 <= right < 8 and 0 <= up < 8)


def _ray(cell: int, right: int, up: int) -> list[int]:
    """Return the squares from the cell to the edge, in order."""
    file, rank = cell % 8 + right, cell // 8 + up
    cells = []
    while 0 <= file < 8 and 0 <= rank < 8:
        cells.append(8 * rank + file)
        file, rank = file + right, rank + up
    return cells


def _seen(place: int, inner: int) -> list[int]:
    """Return the positions in a row of eight that a piece attacks, given the occupied ones of the inner six."""
    taken = inner << 1
    seen = []
    for way in (1, -1):
        at = place + way
        while 0 <= at < 8:
            seen.append(at)
            if taken >> at & 1:
                break
            at += way
    return seen


def _fill_tables() -> None:
    ways = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]
    knights = [(right, up) for right in (-2, -1, 1, 2) for up in (-2, -1, 1, 2) if abs(right) != abs(up)]
    for cell in range(64):
        KNIGHT[cell] = _leaps(cell, knights)
        KING[cell] = _leaps(cell, ways)
        PAWN[cell] = _leaps(cell, [(-1, 1), (1, 1)])
        PAWN[64 + cell] = _leaps(cell, [(-1, -1), (1, -1)])
        rays = {way: _ray(cell, *way) for way in ways}
        RANK[cell] = sum(1 << at for at in rays[1, 0] + rays[-1, 0])
        FILE[cell] = sum(1 << at for at in rays[0, 1] + rays[0, -1])
        RISING[cell] = sum(1 << at for at in rays[1, 1] + rays[-1, -1])
        FALLING[cell] = sum(1 << at for at in rays[1, -1] + rays[-1, 1])
        STEPS[terms.QUEEN << 6 | cell] = KING[cell]
        STEPS[terms.ROOK << 6 | cell] = KING[cell] & (RANK[cell] | FILE[cell])
        STEPS[terms.BISHOP << 6 | cell] = KING[cell] & (RISING[cell] | FALLING[cell])
        STEPS[terms.KNIGHT << 6 | cell] = KNIGHT[cell]
        for ray in rays.values():
            passed = 0
            for at in ray:
                BETWEEN[cell << 6 | at] = passed
                passed |= 1 << at
    for place in range(8):
        for inner in range(64):
            seen = _seen(place, inner)
            ROWS[place << 6 | inner] = sum(1 << at for at in seen) * FILE_A
            COLUMNS[place << 6 | inner] = sum(1 << 8 * at for at in seen)


_fill_tables()
