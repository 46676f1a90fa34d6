"""Solves FlipFlop endgames on boards up to 8×8: the exact margin with best play, in pieces, for the player to move.

A node is a turn, with one piece or two. `rest` is the number of turns until black's turns are used up (F5), or
UNLIMITED where they cannot run out before the board is full.
"""

from __future__ import annotations

import cython

from quincunx.core import bits
from quincunx.games.flipflop import board8, endgame_table
from quincunx.games.flipflop.endgame_search import EndgameSearch
from quincunx.games.flipflop.endgame_table import EndgameTable

NONE = -100  # lower than any margin
UNLIMITED = 255
MOST_LEFT = 32  # empty squares: a board of 6×6 at the start
ROW = 700  # room for the turns of one position: at most a first and a second piece on each empty square
PLAIN = 3  # empty squares: up to this many, turns are not ordered
KEPT = 5  # from this many on, results are kept in the table
KNOWN_FIRST = 256


class FlipFlopSolver(EndgameSearch):
    """Solves positions, one at a time."""

    def __init__(self, table: EndgameTable, size: int = 8) -> None:
        super().__init__(table, size)
        self.mines = [0] * 23100
        self.others = [0] * 23100
        self.promises = [0] * 23100
        self.firsts = [0] * 23100

    def solve(self, mine: int, theirs: int, low: int, high: int, rest: int, passed: bool) -> int:
        """Return the margin at the start of a turn, or a bound for it if it is outside of the window."""
        with cython.nogil:
            found = self.search(mine, theirs, low, high, self.squares - bits.count(mine | theirs), rest, passed)
        return found

    def solve_second(self, mine: int, theirs: int, low: int, high: int, rest: int) -> int:
        """Like `solve`, for the player who has placed a piece and may place another."""
        with cython.nogil:
            found = self.search_second(mine, theirs, low, high, self.squares - bits.count(mine | theirs), rest)
        return found

    def search(self, mine: int, theirs: int, low: int, high: int, left: int, rest: int, passed: bool) -> int:
        if self.out_of_time():
            return 0
        self.nodes += 1
        if rest == 0:
            return margin(mine, theirs)
        if rest >= 2 * left + 2:  # of two turns in a row, at least one places a piece, or the game is over
            rest = UNLIMITED
        targets = self.straight(mine, theirs)
        if targets == 0:
            if passed:
                return margin(mine, theirs)
            return -self.search(theirs, mine, -high, -low, left, before(rest), True)
        most = self.most_possible(mine, theirs, low)
        if most <= low:
            return most
        if left <= PLAIN:
            return self.search_plain(mine, theirs, low, high, left, rest, targets)
        known = self.table.find(mine, theirs, rest) if left >= KEPT else 0
        if known:
            least, most = endgame_table.least_of(known), endgame_table.most_of(known)
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        return self.search_turns(mine, theirs, low, high, left, rest, targets, known)

    def most_possible(self, mine: int, theirs: int, low: int) -> int:
        """An upper bound of the margin, from the opponent's stable pieces; the utmost if they can't decide anything."""
        if self.squares - 2 * bits.count(theirs) > low or theirs & self.corners == 0:
            return self.squares
        return self.squares - 2 * bits.count(board8.stable(theirs, mine, self.outside))

    def search_turns(
        self, mine: int, theirs: int, low: int, high: int, left: int, rest: int, targets: int, known: int
    ) -> int:
        """Search the turns, the most promising first."""
        nodes = self.nodes
        row = left * ROW
        end = self.list_turns(mine, theirs, targets, row, endgame_table.cell_of(known) if known else -1)
        if left > KEPT + 1:
            best = self.best_known(high, row, end, before(rest), left)
            if best >= high:
                return best
        best, best_cell, alpha = NONE, endgame_table.NO_CELL, low
        for i in range(row, end):
            self.take_best(i, end)
            score = self.after_turn(alpha, high, i, before(rest), i > row)
            if self.stopped:
                return 0
            if score > best:
                best, best_cell = score, self.firsts[i]
                alpha = max(alpha, best)
                if best >= high:
                    break
        if left >= KEPT:
            self.keep(mine, theirs, rest, low, high, best, best_cell, known, self.nodes - nodes)
        return best

    def after_turn(self, low: int, high: int, i: int, rest: int, later: bool) -> int:
        """The margin after a turn; later turns are only searched fully if they turn out better."""
        mine, theirs = self.others[i], self.mines[i]
        left = self.squares - bits.count(mine | theirs)
        if later and high - low > 1:
            score = -self.search(mine, theirs, -low - 1, -low, left, rest, False)
            if score <= low or score >= high or self.stopped:
                return score
            low = score
        return -self.search(mine, theirs, -high, -low, left, rest, False)

    def best_known(self, high: int, row: int, end: int, rest: int, left: int) -> int:
        """A lower bound that the table has for a turn, if it reaches `high`; otherwise NONE."""
        for i in range(row, end):
            known = self.table.find(self.others[i], self.mines[i], UNLIMITED if rest >= 2 * left else rest)
            if known and -endgame_table.most_of(known) >= high:
                return -endgame_table.most_of(known)
        return NONE

    def search_second(self, mine: int, theirs: int, low: int, high: int, left: int, rest: int) -> int:
        """The margin for the player who may place a second piece (F4), or end the turn."""
        best = -self.search(theirs, mine, -high, -low, left, before(rest), False)
        targets = self.diagonal(mine, theirs)
        while targets and best < high and not self.stopped:
            cell = bits.lowest(targets)
            targets &= targets - 1
            flips = board8.trapped(cell, mine, theirs)
            ours, other = mine | flips | bits.bit(cell), theirs & ~flips
            best = max(best, -self.search(other, ours, -high, -max(low, best), left - 1, before(rest), False))
        return best

    def search_plain(self, mine: int, theirs: int, low: int, high: int, left: int, rest: int, targets: int) -> int:
        """Search the turns in the order of the squares."""
        best = NONE
        while targets and best < high:
            cell = bits.lowest(targets)
            targets &= targets - 1
            flips = board8.trapped(cell, mine, theirs)
            ours, other = mine | flips | bits.bit(cell), theirs & ~flips
            if flips & (flips - 1) and self.diagonal(ours, other):
                score = self.search_second(ours, other, max(low, best), high, left - 1, rest)
            else:
                score = -self.search(other, ours, -high, -max(low, best), left - 1, before(rest), False)
            best = max(best, score)
        return best

    # -- turns --

    def list_turns(self, mine: int, theirs: int, targets: int, end: int, first: int) -> int:
        """List the turns from this index on, as the positions after them; return the end."""
        while targets:
            cell = bits.lowest(targets)
            targets &= targets - 1
            flips = board8.trapped(cell, mine, theirs)
            ours, other = mine | flips | bits.bit(cell), theirs & ~flips
            end = self.add_turn(ours, other, end, cell, cell == first)
            if flips & (flips - 1):
                end = self.add_seconds(ours, other, end, cell, cell == first)
        return end

    def add_seconds(self, mine: int, theirs: int, end: int, cell: int, known: bool) -> int:
        """List the turns that begin with this cell and place a second piece (F4)."""
        targets = self.diagonal(mine, theirs)
        while targets:
            second = bits.lowest(targets)
            targets &= targets - 1
            flips = board8.trapped(second, mine, theirs)
            end = self.add_turn(mine | flips | bits.bit(second), theirs & ~flips, end, cell, known)
        return end

    def add_turn(self, mine: int, theirs: int, end: int, cell: int, known: bool) -> int:
        self.mines[end] = mine
        self.others[end] = theirs
        self.firsts[end] = cell
        self.promises[end] = self.promise(mine, theirs) + (KNOWN_FIRST if known else 0)
        return end + 1

    def promise(self, mine: int, theirs: int) -> int:
        """How promising a turn is that leads to this position: above all, the opponent should have few turns."""
        answers = self.straight(theirs, mine)
        promise = -32 * (bits.count(answers) + bits.count(answers & self.corners))
        promise += 64 * bits.count(mine & self.corners)
        return promise + 2 * (bits.count(mine) - bits.count(theirs))

    def straight(self, mine: int, theirs: int) -> int:
        """The squares for a first piece (F3)."""
        return board8.straight_targets(mine, theirs) & self.whole

    def diagonal(self, mine: int, theirs: int) -> int:
        """The squares for a second piece (F4)."""
        return board8.diagonal_targets(mine, theirs) & self.whole

    def take_best(self, i: int, end: int) -> None:
        """Move the most promising of the turns from index i on to index i."""
        best = i
        for j in range(i + 1, end):
            if self.promises[j] > self.promises[best]:
                best = j
        if best == i:
            return
        mine, other, promise, first = self.mines[best], self.others[best], self.promises[best], self.firsts[best]
        self.mines[best], self.others[best] = self.mines[i], self.others[i]
        self.promises[best], self.firsts[best] = self.promises[i], self.firsts[i]
        self.mines[i], self.others[i], self.promises[i], self.firsts[i] = mine, other, promise, first


def margin(mine: int, theirs: int) -> int:
    """The margin at the end of the game (F6)."""
    return bits.count(mine) - bits.count(theirs)


def before(rest: int) -> int:
    """The number of turns left after one more."""
    return rest if rest == UNLIMITED else rest - 1


board8.prepare()
