"""How many turns an army needs to get home while it is alone on its side of the board: a value for every position.

The side of x is the 28 squares nearer to its home than to its start, and four of the eight between; o's is the same,
turned round. A position is a set of some of these 32 squares, and is numbered in the order of its squares. Its value is
one byte (`race_builder` finds them).
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core import bits

SIDE = 0x7F3F3F1F0F070100  # squares left of the diagonal from a1 to h8, and c3 d4 e5 f6 on it
SQUARES = 32
NOWHERE = 32
UNKNOWN = 255
CHOOSE = [0] * 330  # by number of a square and of pieces: how many positions have smaller numbers
NUMBER = [0] * 64  # by cell
NEXT = [0] * 128  # by number of a square and direction: the number of its neighbour


class Race:
    """The values of all positions of an army of this size."""

    def __init__(self, pieces: int, values: Sequence[int]) -> None:
        self.pieces = pieces
        self.values = values

    def turns(self, own: int, player: int) -> int:
        """Return how many turns the player's pieces need, or -1 if they are not all on their side."""
        if bits.count(own) != self.pieces:
            return -1
        total = 0
        for i in range(self.pieces):
            cell = bits.lowest(own)
            own &= own - 1
            number = NUMBER[cell] if player == 0 else NUMBER[63 - cell]
            if number == NOWHERE:
                return -1
            # o's squares come in the opposite order
            total += CHOOSE[number * 10 + (i + 1 if player == 0 else self.pieces - i)]
        return self.values[total]


def position_count(pieces: int) -> int:
    """Return the number of positions of an army of this size."""
    return CHOOSE[SQUARES * 10 + pieces]


def _prepare() -> None:
    for number in range(SQUARES + 1):
        CHOOSE[number * 10] = 1
        for pieces in range(1, 10):
            CHOOSE[number * 10 + pieces] = (
                CHOOSE[(number - 1) * 10 + pieces] + CHOOSE[(number - 1) * 10 + pieces - 1] if number else 0
            )
    number = 0
    for cell in range(64):
        inside = SIDE >> cell & 1
        NUMBER[cell] = number if inside else NOWHERE
        number += inside
    for cell in range(64):
        if NUMBER[cell] != NOWHERE:
            at = 4 * NUMBER[cell]
            NEXT[at] = NUMBER[cell + 8] if cell < 56 else NOWHERE
            NEXT[at + 1] = NUMBER[cell + 1] if cell % 8 < 7 else NOWHERE
            NEXT[at + 2] = NUMBER[cell - 8] if cell >= 8 else NOWHERE
            NEXT[at + 3] = NUMBER[cell - 1] if cell % 8 else NOWHERE


_prepare()
