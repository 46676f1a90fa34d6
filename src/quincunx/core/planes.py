"""Inputs of networks that tell where pieces of one kind are: a plane has a number for each cell of a board."""

from __future__ import annotations

from quincunx.core import bits


def write_plane(squares: int, first: int, flip: int, out: list[int], end: int) -> int:
    """Write an input for each square of a set: its cell, with the bits of `flip` inverted, counted from `first`.

    On a board of 64 cells, 63 turns the board round and 56 mirrors it upside down. Return the new end.
    """
    while squares:
        out[end] = first + (bits.lowest(squares) ^ flip)
        squares &= squares - 1
        end += 1
    return end
