"""Finds how many turns an army needs to get home, for all positions on its side of the board.

Every turn can be played backwards, so the search goes from home outwards, one turn at a time.
"""

from __future__ import annotations

from quincunx.core import bits
from quincunx.games.cengers import race

UNKNOWN = 255


class RaceBuilder:
    """Builds the values of one army: those up to `level` turns are complete, and `found` positions have one.

    Once a level has added none, all positions that can get home have their value.
    """

    def __init__(self, pieces: int, home: int) -> None:
        self.pieces = pieces
        self.positions = race.position_count(pieces)
        self.values = bytearray(b"\xff") * self.positions
        self.level = self.found = self.found_before = 0
        self.rewind()
        self.note(numbered(home), 0)

    def rewind(self) -> None:
        """Go back to the first position."""
        self.at = 0
        self.mask = bits.bit(self.pieces) - 1

    def expand(self, count: int) -> bool:
        """Look at this many positions for the next turn; return whether nothing is left to be found."""
        end = min(self.at + count, self.positions)
        for index in range(self.at, end):
            if self.values[index] == self.level:
                self.spread(self.mask)
            self.mask = following(self.mask)
        self.at = end
        if end < self.positions:
            return False
        is_complete = self.found == self.found_before
        self.found_before = self.found
        self.level += 1
        self.rewind()
        return is_complete

    def spread(self, mask: int) -> None:
        """Note all positions one turn away."""
        left = mask
        while left:
            origin = bits.lowest(left)
            left &= left - 1
            others = mask & ~bits.bit(origin)
            for direction in range(4):  # C3
                near = race.NEXT[4 * origin + direction]
                if near != race.NOWHERE and not others & bits.bit(near):
                    self.note(others | bits.bit(near), self.level + 1)
            self.jump(others, origin)

    def jump(self, others: int, origin: int) -> None:
        """C4, C5: note the positions after all chains of jumps of a piece."""
        seen = fringe = bits.bit(origin)
        while fringe:
            square = bits.lowest(fringe)
            fringe &= fringe - 1
            for direction in range(4):
                near = race.NEXT[4 * square + direction]
                if near == race.NOWHERE or not others & bits.bit(near):
                    continue
                far = race.NEXT[4 * near + direction]
                if far == race.NOWHERE or (others | seen) & bits.bit(far):
                    continue
                seen |= bits.bit(far)
                fringe |= bits.bit(far)
                self.note(others | bits.bit(far), self.level + 1)

    def note(self, mask: int, turns: int) -> None:
        index = position_number(mask)
        if self.values[index] == UNKNOWN:
            self.values[index] = turns
            self.found += 1


def numbered(cells: int) -> int:
    """The cells of a set as numbers of squares."""
    found = 0
    for cell in range(64):
        if cells >> cell & 1:
            found |= bits.bit(race.NUMBER[cell])
    return found


def position_number(mask: int) -> int:
    """The number of a position, given as a set of numbers of squares."""
    total, i = 0, 1
    while mask:
        total += race.CHOOSE[bits.lowest(mask) * 10 + i]
        mask &= mask - 1
        i += 1
    return total


def following(mask: int) -> int:
    """The next set with as many squares."""
    low = mask & (~mask + 1)
    high = mask + low
    return high | (high ^ mask) >> (bits.lowest(low) + 2)
