"""Lines of pieces on an N×N board: where a new piece would trap a row, and which pieces it traps (F2).

For the evaluator also: where it would trap two, which pieces can never be trapped, and which are next to empty squares.

A set of squares is eleven 64-bit words, in the order of the cells: N = 8 uses only the first of them, N = 20 seven, and
N = 26 all. A direction is a step from cell to cell: 1 along a rank, N along a file, N + 1 and N - 1 along the
diagonals, and negative in the opposite directions.

A row trapped horizontally or diagonally never includes the first or last file. So only `inner` pieces are `prey` there,
which keeps rows from wrapping around into the next rank.
"""

from __future__ import annotations

import cython

from quincunx.core import bits
from quincunx.games.flipflop import board8

STRAIGHT = 1  # kinds of lines, as flags: rows and columns
DIAGONAL = 2


def find_targets(targets: list[int], mine: list[int], theirs: list[int], inner: list[int], kinds: int, n: int) -> None:
    """Find the squares where a new piece would trap something along these kinds of lines; some may be taken."""
    if n == 8:
        targets[0] = targets_on_8(mine[0], theirs[0], kinds)
    elif n <= 20:
        targets_of(targets, mine, theirs, inner, kinds, n, 7)
    else:
        targets_of(targets, mine, theirs, inner, kinds, n, 11)


def find_trapped(trapped: list[int], cell: int, mine: list[int], theirs: list[int], inner: list[int], n: int) -> None:
    """Find the pieces that a new piece on the cell traps, in all eight directions."""
    if n == 8:
        trapped[0] = board8.trapped(cell, mine[0], theirs[0])
    elif n <= 20:
        trapped_by(trapped, cell, mine, theirs, inner, n, 7)
    else:
        trapped_by(trapped, cell, mine, theirs, inner, n, 11)


def find_rich(rich: list[int], mine: list[int], theirs: list[int], inner: list[int], n: int) -> None:
    """Find the squares where a new piece would trap two or more pieces, including taken squares."""
    if n == 8:  # constants let the compiler specialise the code for one word, without loops
        rich_of(rich, mine, theirs, inner, 8, 1)
    elif n <= 20:
        rich_of(rich, mine, theirs, inner, n, 7)
    else:
        rich_of(rich, mine, theirs, inner, n, 11)


def find_stable(stable: list[int], mine: list[int], inner: list[int], between: list[int], n: int) -> None:
    """Find the pieces that can never be turned over; `between` is the board without the first and last rank."""
    if n == 8:
        stable_of(stable, mine, inner, between, 8, 1)
    elif n <= 20:
        stable_of(stable, mine, inner, between, n, 7)
    else:
        stable_of(stable, mine, inner, between, n, 11)


def find_open(opened: list[int], empty: list[int], inner: list[int], between: list[int], n: int) -> None:
    """Find the squares next to empty ones, except on the edge of the board."""
    if n == 8:
        open_of(opened, empty, inner, between, 8, 1)
    elif n <= 20:
        open_of(opened, empty, inner, between, n, 7)
    else:
        open_of(opened, empty, inner, between, n, 11)


def targets_on_8(mine: int, theirs: int, kinds: int) -> int:
    """Return the empty squares of the 8×8 board where a new piece would trap something along these kinds of lines."""
    if kinds == STRAIGHT | DIAGONAL:
        return board8.targets(mine, theirs)
    if kinds == STRAIGHT:
        return board8.straight_targets(mine, theirs)
    return board8.diagonal_targets(mine, theirs) if kinds else 0


def targets_of(
    targets: list[int], mine: list[int], theirs: list[int], inner: list[int], kinds: int, n: int, words: int
) -> None:
    """Like `find_targets`, with sets of this many words."""
    if not cython.compiled:
        prey = [0] * words
    for i in range(words):
        targets[i] = 0
        prey[i] = theirs[i] & inner[i]
    if kinds & STRAIGHT:
        add_ends(targets, mine, prey, 1, n, words)
        add_ends(targets, mine, prey, -1, n, words)
        add_ends(targets, mine, theirs, n, n, words)
        add_ends(targets, mine, theirs, -n, n, words)
    if kinds & DIAGONAL:
        add_ends(targets, mine, prey, n + 1, n, words)
        add_ends(targets, mine, prey, -n - 1, n, words)
        add_ends(targets, mine, prey, n - 1, n, words)
        add_ends(targets, mine, prey, 1 - n, n, words)


def trapped_by(
    trapped: list[int], cell: int, mine: list[int], theirs: list[int], inner: list[int], n: int, words: int
) -> None:
    """Like `find_trapped`, with sets of this many words."""
    if not cython.compiled:
        prey, piece = [0] * words, [0] * words
    for i in range(words):
        trapped[i] = 0
        piece[i] = 0
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


def rich_of(rich: list[int], mine: list[int], theirs: list[int], inner: list[int], n: int, words: int) -> None:
    """Like `find_rich`, with sets of this many words."""
    if not cython.compiled:
        prey, ends = [0] * words, [0] * words
    for i in range(words):
        rich[i] = 0
        ends[i] = 0
        prey[i] = theirs[i] & inner[i]
    add_rich(rich, ends, mine, prey, 1, n, words)
    add_rich(rich, ends, mine, prey, -1, n, words)
    add_rich(rich, ends, mine, theirs, n, n, words)
    add_rich(rich, ends, mine, theirs, -n, n, words)
    add_rich(rich, ends, mine, prey, n + 1, n, words)
    add_rich(rich, ends, mine, prey, -n - 1, n, words)
    add_rich(rich, ends, mine, prey, n - 1, n, words)
    add_rich(rich, ends, mine, prey, 1 - n, n, words)


def add_rich(rich: list[int], ends: list[int], mine: list[int], prey: list[int], step: int, n: int, words: int) -> None:
    """Add the squares at the end of rows of two or more, and those at the end of rows in several directions."""
    if not cython.compiled:
        rows, end = [0] * words, [0] * words
    find_rows(rows, mine, prey, step, n, words)
    shift(end, rows, step, words)
    for i in range(words):
        rich[i] |= ends[i] & end[i]
        ends[i] |= end[i]
        rows[i] &= end[i]
    shift(rows, rows, step, words)
    for i in range(words):
        rich[i] |= rows[i]


def stable_of(stable: list[int], mine: list[int], inner: list[int], between: list[int], n: int, words: int) -> None:
    """Like `find_stable`, with sets of this many words: repeat, starting at the corners, until nothing changes."""
    if not cython.compiled:
        safe, middle = [0] * words, [0] * words
    for i in range(words):
        stable[i] = 0
        middle[i] = inner[i] & between[i]
    grown = 1
    while grown:
        for i in range(words):
            safe[i] = mine[i]
        keep_held(safe, stable, inner, 1, words)
        keep_held(safe, stable, between, n, words)
        keep_held(safe, stable, middle, n + 1, words)
        keep_held(safe, stable, middle, n - 1, words)
        grown = 0
        for i in range(words):
            grown |= safe[i] ^ stable[i]
            stable[i] = safe[i]


def keep_held(safe: list[int], stable: list[int], exposed: list[int], step: int, words: int) -> None:
    """Keep the pieces that cannot be trapped along this line: at the edge of the board, or next to a stable one."""
    if not cython.compiled:
        before, behind = [0] * words, [0] * words
    shift(before, stable, step, words)
    shift(behind, stable, -step, words)
    for i in range(words):
        safe[i] &= ~exposed[i] | before[i] | behind[i]


def open_of(opened: list[int], empty: list[int], inner: list[int], between: list[int], n: int, words: int) -> None:
    """Like `find_open`, with sets of this many words."""
    if not cython.compiled:
        near, moved = [0] * words, [0] * words
    shift(near, empty, 1, words)
    shift(moved, empty, -1, words)
    for i in range(words):
        near[i] |= moved[i] | empty[i]
        opened[i] = near[i]
    shift(moved, near, n, words)
    for i in range(words):
        opened[i] |= moved[i]
    shift(moved, near, -n, words)
    for i in range(words):
        opened[i] = (opened[i] | moved[i]) & inner[i] & between[i]


def add_ends(ends: list[int], mine: list[int], prey: list[int], step: int, n: int, words: int) -> None:
    """Add the squares at the end of rows of prey that start next to own pieces."""
    if not cython.compiled:
        rows = [0] * words
    find_rows(rows, mine, prey, step, n, words)
    shift(rows, rows, step, words)
    for i in range(words):
        ends[i] |= rows[i]


def add_trapped(
    trapped: list[int], piece: list[int], mine: list[int], prey: list[int], step: int, n: int, words: int
) -> None:
    """Add the row of prey between the new piece and one of the player's, if there is one in this direction."""
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
    """Find the unbroken rows of prey that start right next to the squares, in the direction of the step."""
    if not cython.compiled:
        front = [0] * words
    for i in range(words):
        rows[i] = 0
    shift(front, squares, step, words)
    for _ in range(n - 2):  # the most that fits between two pieces
        found = 0
        for i in range(words):
            front[i] &= prey[i]
            rows[i] |= front[i]
            found |= front[i]
        if words > 1 and not found:  # with one word, going on costs less than a branch
            break
        shift(front, front, step, words)


def shift(out: list[int], squares: list[int], step: int, words: int) -> None:
    """Shift every square by a step; both sets may be the same."""
    if step > 0:
        for i in range(words - 1, 0, -1):
            out[i] = (squares[i] << step | squares[i - 1] >> (64 - step)) & bits.ALL
        out[0] = squares[0] << step & bits.ALL
    else:
        for i in range(words - 1):
            out[i] = (squares[i] >> -step | squares[i + 1] << (64 + step)) & bits.ALL
        out[words - 1] = squares[words - 1] >> -step


board8.prepare()
