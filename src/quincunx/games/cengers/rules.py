"""Cengers: an 8×8 race. The rules page explains rules C1–C9 and the rulings marked R.

A turn is a step, or a chain of jumps by one piece. During a chain, `moving` is the square of the piece and `visited`
the squares it has been on in this turn.
"""

from __future__ import annotations

from quincunx.core import action_codes, bits
from quincunx.core.state import State

HOME_REASON = 1
REPETITION = 2
ROUNDS = 3

NOT_FILE_A = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H = 0x7F7F7F7F7F7F7F7F
BOTTOM_RIGHT = 0x0000000000E0E0E0  # f1-h3: x starts here, and it is o's home
TOP_LEFT = 0x0707070000000000  # a6-c8: o starts here, and it is x's home
NONE = 64
OFFSETS = [8, 1, -8, -1]


def shift(squares: int, direction: int) -> int:
    """Shift the squares one step up, right, down or left (C2: never diagonally)."""
    if direction == 0:
        return squares << 8 & bits.ALL
    if direction == 1:
        return squares << 1 & NOT_FILE_A
    if direction == 2:
        return squares >> 8
    return squares >> 1 & NOT_FILE_H


class CengersState(State):
    """x is player 0, o is player 1."""

    stragglers: int

    def setup(self) -> None:
        """C1: set up nine pieces each, in opposite corners."""
        self.pieces = [BOTTOM_RIGHT, TOP_LEFT]
        self.moving = NONE
        self.visited = 0
        self.rounds = self.game.options["rounds"]
        self.stragglers: int = self.game.options["stragglers"]
        self.position_words = 4

    def save(self, out: list[int], at: int) -> int:
        out[at] = self.pieces[0]
        out[at + 1] = self.pieces[1]
        out[at + 2] = self.moving
        out[at + 3] = self.visited
        return at + 4

    def load(self, words: list[int], at: int) -> None:
        self.pieces[0] = words[at]
        self.pieces[1] = words[at + 1]
        self.moving = words[at + 2]
        self.visited = words[at + 3]

    def generate(self, out: list[int], end: int) -> int:
        occupied = self.pieces[0] | self.pieces[1]
        empty = ~occupied & bits.ALL
        if self.moving != NONE:
            out[end] = action_codes.action(action_codes.END, 0, 0)  # C5: continuing is optional
            return self.jumps(out, end + 1, bits.bit(self.moving), occupied, empty & ~self.visited)
        start = end
        mine = self.pieces[self.to_move]
        for direction in range(4):  # C3
            targets = shift(mine, direction) & empty
            while targets:
                target = bits.lowest(targets)
                targets &= targets - 1
                out[end] = action_codes.action(action_codes.MOVE, target - OFFSETS[direction], target)
                end += 1
        end = self.jumps(out, end, mine, occupied, empty)
        if end == start:  # C8, R: a player who cannot move passes
            out[end] = action_codes.action(action_codes.PASS, 0, 0)
            end += 1
        return end

    def jumps(self, out: list[int], end: int, movers: int, occupied: int, free: int) -> int:
        """C4: write the jumps over one neighbour of either side to the empty square right behind it."""
        for direction in range(4):
            targets = shift(shift(movers, direction) & occupied, direction) & free
            while targets:
                target = bits.lowest(targets)
                targets &= targets - 1
                out[end] = action_codes.action(action_codes.MOVE, target - 2 * OFFSETS[direction], target)
                end += 1
        return end

    def step(self, action: int) -> None:
        if action_codes.kind_of(action) == action_codes.MOVE:
            self.move(action_codes.origin_of(action), action_codes.target_of(action))
            if self.moving != NONE and self.can_jump_on():
                return
        self.moving = NONE
        self.visited = 0
        self.end_turn()
        self.judge()

    def move(self, origin: int, target: int) -> None:
        """Move the piece. A jump, to a square two away, may continue; a step may not (C3, C5)."""
        self.pieces[self.to_move] ^= bits.bit(origin) | bits.bit(target)
        distance = target - origin
        if distance == 2 or distance == -2 or distance == 16 or distance == -16:
            self.moving = target
            self.visited |= bits.bit(origin) | bits.bit(target)

    def can_jump_on(self) -> bool:
        """C5, R: return whether the piece can jump to a square it has not been on in this turn."""
        occupied = self.pieces[0] | self.pieces[1]
        free = ~(occupied | self.visited) & bits.ALL
        mover = bits.bit(self.moving)
        for direction in range(4):
            if shift(shift(mover, direction) & occupied, direction) & free:
                return True
        return False

    def judge(self) -> None:
        """Apply C7 to the player whose turn has ended, then the draws of C8."""
        mover = 1 - self.to_move
        if self.is_home(mover):
            self.finish(mover, HOME_REASON)
        elif self.repeated():
            self.finish(action_codes.NOBODY, REPETITION)
        elif self.rounds and self.turn >= 2 * self.rounds:
            self.finish(action_codes.NOBODY, ROUNDS)

    def is_home(self, player: int) -> bool:
        """C7: return whether all nine are home, or, late enough, home is full (R: stragglers cannot force a draw)."""
        home = TOP_LEFT if player == 0 else BOTTOM_RIGHT
        if self.pieces[player] == home:
            return True
        if not self.late():
            return False
        return (self.pieces[0] | self.pieces[1]) & home == home and self.pieces[player] & home != 0

    def late(self) -> bool:
        """C7, R: return whether the turn that has just ended was in the round `stragglers` or later."""
        return self.stragglers != 0 and self.turn >= 2 * self.stragglers - 1

    # -- for the spec --

    def squares(self, player: int) -> int:
        """Return the squares of a player's pieces, as bits."""
        return int(self.pieces[player])

    def chain(self) -> tuple[int, int]:
        """Return the square of the jumping piece (64: none), and the squares it has been on, as bits."""
        return int(self.moving), int(self.visited)

    def has_won(self, player: int) -> bool:
        """Return whether the player, whose turn has just ended, is home (C7)."""
        return bool(self.is_home(player))

    def place(self, x: int, o: int, to_move: int, moving: int, visited: int, turn: int) -> None:
        """Set the board from bits."""
        self.pieces = [x, o]
        self.to_move = to_move
        self.moving = moving
        self.visited = visited
        self.turn = turn
