"""Sets of squares of a board of up to 11×11: bit `rank * files + file` of one 128-bit word.

Inlined as C where a compiled module cimports it; this is the uncompiled half.
"""

from quincunx.core import bits


def square(cell: int) -> int:
    """The set of only that cell."""
    return 1 << cell


def first(squares: int) -> int:
    """The lowest cell of a set that is not empty."""
    return (squares & -squares).bit_length() - 1


def count(squares: int) -> int:
    """How many cells the set has."""
    return squares.bit_count()


def low(squares: int) -> int:
    """The first 64 bits."""
    return squares & bits.ALL


def high(squares: int) -> int:
    """The other 64 bits."""
    return squares >> 64


def joined(low: int, high: int) -> int:
    """The set of these two halves."""
    return high << 64 | low


def line(squares: int, start: int, mask: int) -> int:
    """The bits from `start` on, as many as the mask has."""
    return squares >> start & mask


def room_before(line: int, at: int) -> int:
    """How many bits of a line are clear just before that place."""
    return at - (line & bits.bit(at) - 1).bit_length()


def room_behind(line: int, at: int, length: int) -> int:
    """How many bits of a line of that length are clear just behind that place."""
    return bits.lowest((line | bits.bit(length)) >> at + 1)
