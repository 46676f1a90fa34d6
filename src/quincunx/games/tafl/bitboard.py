"""Sets of squares of a board of up to 11×11: bit `rank * files + file` of one 128-bit word.

Compiled modules inline the C version in the .pxd file.
"""

from quincunx.core import bits


def square(cell: int) -> int:
    """Return the set with only this cell."""
    return 1 << cell


def first(squares: int) -> int:
    """Return the lowest cell of a non-empty set."""
    return (squares & -squares).bit_length() - 1


def count(squares: int) -> int:
    """Return the number of cells in the set."""
    return squares.bit_count()


def low(squares: int) -> int:
    """Return the low 64 bits."""
    return squares & bits.ALL


def high(squares: int) -> int:
    """Return the high bits."""
    return squares >> 64


def joined(low: int, high: int) -> int:
    """Join the two halves of a set."""
    return high << 64 | low


def line(squares: int, start: int, mask: int) -> int:
    """Return the bits from `start` on, as many as the mask has."""
    return squares >> start & mask


def room_before(line: int, at: int) -> int:
    """Return how many bits of a line are clear directly before this index."""
    return at - (line & bits.bit(at) - 1).bit_length()


def room_behind(line: int, at: int, length: int) -> int:
    """Return how many bits of a line of this length are clear directly after this index."""
    return bits.lowest((line | bits.bit(length)) >> at + 1)
