"""Sets of the 32 dark tiles as 32-bit words: tile 0 is a1, 3 is g1, 4 is b2, 31 is h8.

Compiled modules inline the C version in the .pxd file.
"""

from __future__ import annotations

from mmap import mmap
from typing import TypeVar

Buffer = bytes | bytearray | memoryview | mmap
AnyBuffer = TypeVar("AnyBuffer", bound=Buffer)


def narrow(cells: int) -> int:
    """Return a set of dark cells of the 8×8 board as a set of tiles."""
    tiles = 0
    while cells:
        tiles |= 1 << ((cells & -cells).bit_length() - 1 >> 1)
        cells &= cells - 1
    return tiles


def turned(tiles: int) -> int:
    """Return the tiles on the board turned by 180 degrees."""
    return int(f"{tiles:032b}"[::-1], 2)


def find(data: bytearray, value: int, at: int, end: int) -> int:
    """Return the index of the first byte with this value in data[at:end], or -1."""
    return data.find(value, at, end)


def start_of(data: AnyBuffer) -> AnyBuffer:
    """Return the address of the first byte, in C; here the object itself."""
    return data
