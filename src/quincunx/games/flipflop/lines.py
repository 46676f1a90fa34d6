"""Lines of pieces on an N×N board: where a new piece would trap a row, and which pieces it traps (F2).

A set of squares is a list of 64-bit words, cell after cell: one word for N = 8, seven for N = 20. A direction is a step
from cell to cell: 1 along a rank, N along a file, N + 1 and N - 1 along the diagonals, negative for the way back.

A row that is trapped sideways never touches the first or the last file. So only the `inner` pieces are `prey` there, and
no row runs over the edge of the board into the next rank.
"""

from __future__ import annotations

import cython

from quincunx.core import bits

STRAIGHT = 1  # kinds of lines, to be added up: rows and columns
DIAGONAL = 2


def find_targets(
    targets: list[int], mine: list[int], theirs: list[int], inner: list[int], lines: int, n: int
) -> None:
    """The squares where a new piece would trap something along lines of that kind, taken squares included."""
    if n == 8:
        targets_of(targets, mine, theirs, inner, lines, 8, 1)  # constants: compiled, its loops over words are gone
    else:
        targets_of(targets, mine, theirs, inner, lines, n, (n * n + 63) // 64)


def find_trapped(
    trapped: list[int], cell: int, mine: list[int], theirs: list[int], inner: list[int], n: int
) -> None:
    """The pieces that a new piece on the cell traps, in all eight directions."""
    if n == 8:
        trapped_by(trapped, cell, mine, theirs, inner, 8, 1)
    else:
        trapped_by(trapped, cell, mine, theirs, inner, n, (n * n + 63) // 64)


def targets_of(
    targets: list[int], mine: list[int], theirs: list[int], inner: list[int], lines: int, n: int, words: int
) -> None:
    if not cython.compiled:
        prey = [0] * words
    for i in range(words):
        targets[i] = 0
        prey[i] = theirs[i] & inner[i]
    if lines & STRAIGHT:
        add_ends(targets, mine, prey, 1, n, words)
        add_ends(targets, mine, prey, -1, n, words)
        add_ends(targets, mine, theirs, n, n, words)
        add_ends(targets, mine, theirs, -n, n, words)
    if lines & DIAGONAL:
        add_ends(targets, mine, prey, n + 1, n, words)
        add_ends(targets, mine, prey, -n - 1, n, words)
        add_ends(targets, mine, prey, n - 1, n, words)
        add_ends(targets, mine, prey, 1 - n, n, words)


def trapped_by(
    trapped: list[int], cell: int, mine: list[int], theirs: list[int], inner: list[int], n: int, words: int
) -> None:
    if not cython.compiled:
        prey, piece = [0] * words, [0] * words
    for i in range(words):
        trapped[i] = piece[i] = 0
        prey[i] = theirs[i] & inner[i]
    piece[cell >> 6] = bits.bit(cell & 63)
    add_trapped(trapped, piece, mine, prey, 1, n, words)
    add_trapped(trapped, piece, mine, prey, -1, n, words)
    add_trapped(trapped, piece, mine, theirs, n, n, words)
    add_trapped(trapped, piece, mine, theirs, -n, n, words)
    add_trapped(trapped, piece, mine, prey, n + 1, n, words)
    add_trapped(trapped, piece, mine, prey, -n - 1, n, words)
    add_trapped(trapped, piece, mine, prey, n - 1, n, words)
    add_trapped(trapped, piece, mine, prey, 1 - n, n, words)


def add_ends(ends: list[int], mine: list[int], prey: list[int], step: int, n: int, words: int) -> None:
    """Add the squares behind the rows of prey that begin at own pieces."""
    if not cython.compiled:
        rows = [0] * words
    find_rows(rows, mine, prey, step, n, words)
    shift(rows, rows, step, words)
    for i in range(words):
        ends[i] |= rows[i]


def add_trapped(
    trapped: list[int], piece: list[int], mine: list[int], prey: list[int], step: int, n: int, words: int
) -> None:
    """Add the row of prey between the new piece and an own one, where there is one in that direction."""
    if not cython.compiled:
        row, end = [0] * words, [0] * words
    find_rows(row, piece, prey, step, n, words)
    shift(end, row, step, words)
    closed = 0
    for i in range(words):
        closed |= end[i] & mine[i]
    if closed:
        for i in range(words):
            trapped[i] |= row[i]


def find_rows(rows: list[int], squares: list[int], prey: list[int], step: int, n: int, words: int) -> None:
    """The unbroken rows of prey that begin right next to the squares, in the direction of the step."""
    if not cython.compiled:
        ahead = [0] * words
    shift(rows, squares, step, words)
    for i in range(words):
        rows[i] &= prey[i]
    for _ in range(n - 3):  # between two pieces there is room for n - 2
        shift(ahead, rows, step, words)
        grown = 0
        for i in range(words):
            ahead[i] &= prey[i] & ~rows[i]
            rows[i] |= ahead[i]
            grown |= ahead[i]
        if not grown:
            break


def shift(out: list[int], squares: list[int], step: int, words: int) -> None:
    """Move every square on by a step; both sets may be the same."""
    if step > 0:
        for i in range(words - 1, 0, -1):
            out[i] = (squares[i] << step | squares[i - 1] >> (64 - step)) & bits.ALL
        out[0] = squares[0] << step & bits.ALL
    else:
        for i in range(words - 1):
            out[i] = (squares[i] >> -step | squares[i + 1] << (64 + step)) & bits.ALL
        out[words - 1] = squares[words - 1] >> -step
