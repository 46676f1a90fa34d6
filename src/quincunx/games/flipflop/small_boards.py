"""Positions and turns of FlipFlop and Othello on small boards, as the proofs need them.

The board is in the middle of the 8×8 board, as for the endgame solvers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quincunx.core import bits
from quincunx.games.flipflop import board8

PASS = "pass"
UNLIMITED = 255  # as in flipflop_solver.py
MIRRORS = tuple(
    tuple(
        8 * (rank if upright else 7 - rank) + (file if straight else 7 - file)
        if not turned
        else 8 * (file if upright else 7 - file) + (rank if straight else 7 - rank)
        for rank in range(8)
        for file in range(8)
    )
    for turned in (False, True)
    for upright in (True, False)
    for straight in (True, False)
)


@dataclass(frozen=True, order=True)
class Position:
    """A position at the start of a turn.

    `rest` is the number of turns until black's turns are used up (F5), or UNLIMITED; `passed` says whether the turn
    before was a pass that counts for F5.
    """

    mine: int
    theirs: int
    rest: int
    passed: bool
    is_black: bool  # whether black is to move

    def mirrored(self) -> Position:
        """Return the smallest of the eight positions that are the same up to symmetry."""
        return min(
            replace(self, mine=_mapped(self.mine, cells), theirs=_mapped(self.theirs, cells)) for cells in MIRRORS
        )


class Rules:
    """The rules on a board of one size."""

    def __init__(self, size: int, is_othello: bool) -> None:
        self.size = size
        self.is_othello = is_othello
        self.whole = board8.inside(size)

    def start(self) -> Position:
        """F1: the customary arrangement. White begins in FlipFlop, black in Othello."""
        white = bits.bit(27) | bits.bit(36)
        black = bits.bit(28) | bits.bit(35)
        if self.is_othello:
            return Position(black, white, UNLIMITED, False, True)
        return Position(white, black, self.size * self.size, False, False)

    def left(self, position: Position) -> int:
        """Return the number of empty squares."""
        return bits.count(self.whole & ~(position.mine | position.theirs))

    def final_margin(self, position: Position) -> int | None:
        """Return the margin for the player to move if the game is over; in Othello, empty squares are the winner's."""
        mine, theirs, left = bits.count(position.mine), bits.count(position.theirs), self.left(position)
        if not self.is_othello:
            is_over = position.rest == 0 or (position.passed and not self._firsts(position))
            return mine - theirs if is_over else None
        if self._firsts(position) or self._firsts(_other_side(position)):
            return None
        return mine - theirs + (left if mine > theirs else -left if mine < theirs else 0)

    def turns(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Return the turns, with the positions after them."""
        firsts = self._firsts(position)
        if not firsts:
            yield PASS, replace(self._after(position), passed=not self.is_othello)
        for cell in _cells(firsts):
            placed, trapped = _placed(position, cell)
            yield self.square(cell), self._after(placed)
            if trapped > 1 and not self.is_othello:  # F4
                for second in _cells(board8.diagonal_targets(placed.mine, placed.theirs) & self.whole):
                    yield f"{self.square(cell)}+{self.square(second)}", self._after(_placed(placed, second)[0])

    def square(self, cell: int) -> str:
        """Return the name of a square, on this board."""
        first = 4 - self.size // 2
        return f"{'abcdefgh'[cell % 8 - first]}{cell // 8 - first + 1}"

    def board(self, position: Position) -> str:
        """Return the board as a row of letters, from the first square to the last."""
        mine, theirs = "bw" if position.is_black else "wb"
        return "".join(
            mine if position.mine >> cell & 1 else theirs if position.theirs >> cell & 1 else "."
            for cell in _cells(self.whole)
        )

    def _firsts(self, position: Position) -> int:
        find = board8.targets if self.is_othello else board8.straight_targets
        return find(position.mine, position.theirs) & self.whole

    def _after(self, position: Position) -> Position:
        """The position for the other side, one turn later."""
        rest = position.rest if position.rest == UNLIMITED else position.rest - 1
        if rest >= 2 * self.left(position) + 2:  # of two turns in a row, at least one places a piece
            rest = UNLIMITED
        return replace(_other_side(position), rest=rest, passed=False)


def _other_side(position: Position) -> Position:
    return replace(position, mine=position.theirs, theirs=position.mine, is_black=not position.is_black)


def _placed(position: Position, cell: int) -> tuple[Position, int]:
    """The position after a piece is placed, and how many pieces it trapped."""
    trapped = board8.trapped(cell, position.mine, position.theirs)
    mine = position.mine | trapped | bits.bit(cell)
    return replace(position, mine=mine, theirs=position.theirs & ~trapped), bits.count(trapped)


def _cells(squares: int) -> list[int]:
    return [cell for cell in range(64) if squares >> cell & 1]


def _mapped(squares: int, cells: tuple[int, ...]) -> int:
    return sum(bits.bit(cells[cell]) for cell in _cells(squares))
