"""Solves Othello endgames on boards up to 8×8: the exact margin with best play, in pieces, for the player to move.

As usual in Othello, empty squares at the end of the game count for the winner.

From the top of the tree to the bottom: `search` orders moves by a shallow search or by the opponent's mobility, and
knows positions from a table; `shallow` only prefers squares in quadrants with an odd number of empty squares, where the
player to move can have the last move; `four`, `three`, `two` and `one` play the last squares.
"""

from __future__ import annotations

import cython

from quincunx.core import bits
from quincunx.games.flipflop import board8, endgame_table
from quincunx.games.flipflop.endgame_search import EndgameSearch
from quincunx.games.flipflop.endgame_table import EndgameTable

NONE = -100  # lower than any margin
SHALLOW = 6  # empty squares: up to this many, moves are not ordered by mobility
KEPT = 8  # from this many on, results are kept in the table
LOOKED_UP = 10  # from this many on, the positions after all moves are looked up first
INFINITE = 1 << 20
FORESEEN = 13  # from this many on, moves are ordered by a shallow search
STEP = 2  # the number of empty squares for each move that it looks further ahead
FURTHEST = 4
ROW = 34  # 65 rows: 2210 words; room for the moves of one position
QUADRANT = [0] * 64  # by square: its quadrant as a flag
ODD = [0] * 16  # by flags of quadrants: their squares


class OthelloSolver(EndgameSearch):
    """Solves positions, one at a time."""

    def __init__(self, table: EndgameTable, size: int = 8) -> None:
        super().__init__(table, size)
        self.cells = [0] * 2210
        self.flips = [0] * 2210
        self.promises = [0] * 2210

    def solve(self, mine: int, theirs: int, low: int, high: int) -> int:
        """Return the margin, or a bound for it if it is outside of the window."""
        with cython.nogil:
            found = self.search(mine, theirs, low, high, bits.count(self.whole & ~(mine | theirs)))
        return found

    def guess(self, mine: int, theirs: int, depth: int) -> int:
        """Return an estimate of the margin, in sixteenths of a piece, from a search of this many moves."""
        left = bits.count(self.whole & ~(mine | theirs))
        with cython.nogil:
            found = self.foresee(mine, theirs, -INFINITE, INFINITE, left, depth)
        return found

    # -- the upper part of the tree --

    def search(self, mine: int, theirs: int, low: int, high: int, left: int) -> int:
        """The margin of the position, within or beyond the window; a bound for it if it is beyond."""
        if left <= SHALLOW:
            return self.shallow(mine, theirs, low, high, left, self.parity(mine | theirs))
        if self.out_of_time():
            return 0
        self.nodes += 1
        most = self.most_possible(mine, theirs, low)
        if most <= low:
            return most
        known = self.table.find(mine, theirs, 0) if left >= KEPT else 0
        if known:
            least, most = endgame_table.least_of(known), endgame_table.most_of(known)
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        targets = self.targets(mine, theirs)
        if targets == 0:
            if self.targets(theirs, mine) == 0:
                return self.final_margin(mine, theirs)
            return -self.search(theirs, mine, -high, -low, left)
        return self.search_moves(mine, theirs, low, high, left, targets, known)

    def most_possible(self, mine: int, theirs: int, low: int) -> int:
        """An upper bound of the margin, from the opponent's stable pieces; the utmost if they can't decide anything."""
        if self.squares - 2 * bits.count(theirs) > low or theirs & self.corners == 0:
            return self.squares
        return self.squares - 2 * bits.count(board8.stable(theirs, mine, self.outside))

    def search_moves(self, mine: int, theirs: int, low: int, high: int, left: int, targets: int, known: int) -> int:
        before = self.nodes
        row = left * ROW
        count = self.list_moves(
            mine, theirs, targets, left, endgame_table.cell_of(known) if known else endgame_table.NO_CELL
        )
        if left >= LOOKED_UP:
            best = self.best_known(mine, theirs, high, row, count)
            if best >= high:
                return best
        best, best_cell, alpha = NONE, endgame_table.NO_CELL, low
        for i in range(row, row + count):
            self.take_best(i, row + count)
            score = self.after_move(mine, theirs, alpha, high, left, i, i > row)
            if self.stopped:
                return 0
            if score > best:
                best, best_cell = score, self.cells[i]
                alpha = max(alpha, best)
                if best >= high:
                    break
        if left >= KEPT:
            self.keep(mine, theirs, 0, low, high, best, best_cell, known, self.nodes - before)
        return best

    def after_move(self, mine: int, theirs: int, low: int, high: int, left: int, i: int, later: bool) -> int:
        """The margin after a move; later moves are only searched fully if they turn out better."""
        flips = self.flips[i]
        ours, other = mine | flips | bits.bit(self.cells[i]), theirs & ~flips
        if later and high - low > 1:
            score = -self.search(other, ours, -low - 1, -low, left - 1)
            if score <= low or score >= high or self.stopped:
                return score
            low = score
        return -self.search(other, ours, -high, -low, left - 1)

    def best_known(self, mine: int, theirs: int, high: int, row: int, count: int) -> int:
        """The best lower bound that the table has for a move, if it reaches `high`; otherwise NONE."""
        for i in range(row, row + count):
            flips = self.flips[i]
            known = self.table.find(theirs & ~flips, mine | flips | bits.bit(self.cells[i]), 0)
            if known and -endgame_table.most_of(known) >= high:
                return -endgame_table.most_of(known)
        return NONE

    def list_moves(self, mine: int, theirs: int, targets: int, left: int, first: int) -> int:
        """List the moves with what they promise, and return their number."""
        start = left * ROW
        i = start
        odd = ODD[self.parity(mine | theirs)]
        depth = min(FURTHEST, (left - FORESEEN) // STEP)
        while targets:
            cell = bits.lowest(targets)
            targets &= targets - 1
            flips = board8.trapped(cell, mine, theirs)
            self.cells[i] = cell
            self.flips[i] = flips
            ours, other = mine | flips | bits.bit(cell), theirs & ~flips
            if cell == first or other == 0:
                self.promises[i] = 1 << 28
            elif left < FORESEEN:
                self.promises[i] = self.promise(ours, other, bits.bit(cell) & odd != 0)
            else:
                self.promises[i] = -self.foresee(other, ours, -INFINITE, INFINITE, left - 1, depth)
            i += 1
        return i - start

    def promise(self, mine: int, theirs: int, odd: bool) -> int:
        """How promising a move is that leads to this position: above all, the opponent should have few moves."""
        empty = self.whole & ~(mine | theirs)
        answers = self.targets(theirs, mine)
        promise = -32 * (bits.count(answers) + bits.count(answers & self.corners))
        promise -= 8 * bits.count(empty & board8.grown(mine))
        if mine & self.corners:
            promise += 16 * bits.count(board8.stable(mine, theirs, self.outside) & self.rim)
        return promise + 8 * odd

    def foresee(self, mine: int, theirs: int, low: int, high: int, left: int, depth: int) -> int:
        """The estimated value of the position, searched to a depth of this many moves."""
        targets = self.targets(mine, theirs)
        self.nodes += 1
        if targets == 0:
            if self.targets(theirs, mine) == 0:
                return 16 * self.final_margin(mine, theirs)
            return -self.foresee(theirs, mine, -high, -low, left, depth)
        if depth == 0:
            return self.estimate(mine, theirs, targets)
        best = -INFINITE
        while targets:
            cell = bits.lowest(targets)
            targets &= targets - 1
            flips = board8.trapped(cell, mine, theirs)
            ours, other = mine | flips | bits.bit(cell), theirs & ~flips
            best = max(best, -self.foresee(other, ours, -high, -max(low, best), left - 1, depth - 1))
            if best >= high:
                break
        return best

    def estimate(self, mine: int, theirs: int, targets: int) -> int:
        """A rough estimate of the margin, in sixteenths of a piece."""
        empty = self.whole & ~(mine | theirs)
        answers = self.targets(theirs, mine)
        value = 54 * bits.count(targets) - 43 * bits.count(answers)
        value += 134 * (bits.count(mine & self.corners) - bits.count(theirs & self.corners))
        value += 66 * bits.count(targets & self.corners) - 40 * bits.count(answers & self.corners)
        value += 7 * (bits.count(mine & self.rim) - bits.count(theirs & self.rim))
        value += 4 * (bits.count(mine) - bits.count(theirs))
        beside = board8.grown(empty & self.corners)
        value -= 44 * (bits.count(mine & beside & self.rim) - bits.count(theirs & beside & self.rim))
        value -= 59 * (bits.count(mine & beside & ~self.rim) - bits.count(theirs & beside & ~self.rim))
        return value

    def take_best(self, i: int, end: int) -> None:
        """Move the most promising of the moves from index i on to index i."""
        best = i
        for j in range(i + 1, end):
            if self.promises[j] > self.promises[best]:
                best = j
        if best != i:
            cell, flips, promise = self.cells[best], self.flips[best], self.promises[best]
            self.cells[best], self.flips[best], self.promises[best] = self.cells[i], self.flips[i], self.promises[i]
            self.cells[i], self.flips[i], self.promises[i] = cell, flips, promise

    # -- the lower part of the tree --

    def shallow(self, mine: int, theirs: int, low: int, high: int, left: int, odd: int) -> int:
        """Like `search`, for a few empty squares: first those in quadrants with an odd number of them."""
        if left == 4:
            return self.four(mine, theirs, low, high, odd)
        if left < 4:
            return self.last(mine, theirs, low, high, left)
        self.nodes += 1
        most = self.most_possible(mine, theirs, low)
        if most <= low:
            return most
        best = NONE
        empty = self.whole & ~(mine | theirs)
        group = empty & ODD[odd]
        rest = empty & ~group
        while group | rest:
            if group == 0:
                group, rest = rest, 0
            cell = bits.lowest(group)
            group &= group - 1
            if board8.around(cell) & theirs == 0:
                continue
            flips = board8.trapped(cell, mine, theirs)
            if flips:
                score = -self.shallow(
                    theirs & ~flips,
                    mine | flips | bits.bit(cell),
                    -high,
                    -max(low, best),
                    left - 1,
                    odd ^ QUADRANT[cell],
                )
                if score > best:
                    best = score
                    if best >= high:
                        return best
        if best == NONE:
            if self.targets(theirs, mine) == 0:
                return self.final_margin(mine, theirs)
            return -self.shallow(theirs, mine, -high, -low, left, odd)
        return best

    def last(self, mine: int, theirs: int, low: int, high: int, left: int) -> int:
        """Three empty squares or fewer."""
        empty = self.whole & ~(mine | theirs)
        if left == 0:
            return self.final_margin(mine, theirs)
        a = bits.lowest(empty)
        if left == 1:
            return self.one(mine, a)
        empty &= empty - 1
        b = bits.lowest(empty)
        if left == 2:
            return self.two(mine, theirs, low, high, a, b)
        empty &= empty - 1
        return self.three(mine, theirs, low, high, a, b, bits.lowest(empty))

    def four(self, mine: int, theirs: int, low: int, high: int, odd: int) -> int:
        """Four empty squares."""
        self.nodes += 1
        most = self.most_possible(mine, theirs, low)
        if most <= low:
            return most
        best = NONE
        empty = self.whole & ~(mine | theirs)
        group = empty & ODD[odd]
        rest = empty & ~group
        while group | rest:
            if group == 0:
                group, rest = rest, 0
            cell = bits.lowest(group)
            group &= group - 1
            if board8.around(cell) & theirs == 0:
                continue
            flips = board8.trapped(cell, mine, theirs)
            if flips:
                score = -self.after_fourth(
                    theirs & ~flips,
                    mine | flips | bits.bit(cell),
                    -high,
                    -max(low, best),
                    empty ^ bits.bit(cell),
                    odd ^ QUADRANT[cell],
                )
                if score > best:
                    best = score
                    if best >= high:
                        return best
        if best == NONE:
            if self.targets(theirs, mine) == 0:
                return self.final_margin(mine, theirs)
            return -self.four(theirs, mine, -high, -low, odd)
        return best

    def after_fourth(self, mine: int, theirs: int, low: int, high: int, empty: int, odd: int) -> int:
        """Three empty squares; one that is alone in its quadrant first."""
        first = empty & ODD[odd]
        rest = empty & ~first
        if rest == 0:  # all are alone, or all together
            rest = first & (first - 1)
        a = bits.lowest(first)
        b = bits.lowest(rest)
        return self.three(mine, theirs, low, high, a, b, bits.lowest(rest & (rest - 1)))

    def three(self, mine: int, theirs: int, low: int, high: int, a: int, b: int, c: int) -> int:
        """Three empty squares."""
        self.nodes += 1
        best = NONE
        flips = board8.trapped(a, mine, theirs) if board8.around(a) & theirs else 0
        if flips:
            best = -self.two(theirs & ~flips, mine | flips | bits.bit(a), -high, -low, b, c)
            if best >= high:
                return best
        flips = board8.trapped(b, mine, theirs) if board8.around(b) & theirs else 0
        if flips:
            score = -self.two(theirs & ~flips, mine | flips | bits.bit(b), -high, -max(low, best), a, c)
            if score >= high:
                return score
            best = max(best, score)
        flips = board8.trapped(c, mine, theirs) if board8.around(c) & theirs else 0
        if flips:
            score = -self.two(theirs & ~flips, mine | flips | bits.bit(c), -high, -max(low, best), a, b)
            best = max(best, score)
        if best == NONE:
            if self.targets(theirs, mine) == 0:
                return self.final_margin(mine, theirs)
            return -self.three(theirs, mine, -high, -low, a, b, c)
        return best

    def two(self, mine: int, theirs: int, low: int, high: int, a: int, b: int) -> int:
        """Two empty squares."""
        self.nodes += 1
        best = NONE
        flips = board8.trapped(a, mine, theirs) if board8.around(a) & theirs else 0
        if flips:
            best = -self.one(theirs & ~flips, b)
            if best >= high:
                return best
        flips = board8.trapped(b, mine, theirs) if board8.around(b) & theirs else 0
        if flips:
            best = max(best, -self.one(theirs & ~flips, a))
        if best == NONE:
            if self.targets(theirs, mine) == 0:
                return self.final_margin(mine, theirs)
            return -self.two(theirs, mine, -high, -low, a, b)
        return best

    def one(self, mine: int, cell: int) -> int:
        """One empty square."""
        self.nodes += 1
        margin = 2 * bits.count(mine) - self.squares + 1
        trapped = board8.count_trapped(cell, mine)
        if trapped:
            return margin + 2 * trapped + 1
        trapped = board8.count_trapped(cell, self.whole ^ mine ^ bits.bit(cell))
        if trapped:
            return margin - 2 * trapped - 1
        return margin + 1 if margin > 0 else margin - 1

    def final_margin(self, mine: int, theirs: int) -> int:
        """The margin at the end of the game; empty squares count for the winner."""
        ours, other = bits.count(mine), bits.count(theirs)
        if ours > other:
            return self.squares - 2 * other
        return 2 * ours - self.squares if ours < other else 0

    def targets(self, mine: int, theirs: int) -> int:
        """The squares where a new piece would trap something."""
        return board8.targets(mine, theirs) & self.whole

    def parity(self, taken: int) -> int:
        """The quadrants with an odd number of empty squares, as flags."""
        empty = self.whole & ~taken
        found = 0
        for i in range(4):
            found |= (bits.count(empty & ODD[1 << i]) & 1) << i
        return found


def _prepare() -> None:
    board8.prepare()
    for cell in range(64):
        QUADRANT[cell] = 1 << (cell >> 5) * 2 + (cell >> 2 & 1)
        for flags in range(16):
            if flags & QUADRANT[cell]:
                ODD[flags] |= bits.bit(cell)


_prepare()
