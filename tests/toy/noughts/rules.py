"""Noughts and crosses, the toy of `docs/adding-a-game.md`."""

from __future__ import annotations

from quincunx.core import action_codes, bits
from quincunx.core.state import State

LINE = 1
FULL = 2
LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]


class NoughtsState(State):
    """Crosses are player 0."""

    def setup(self) -> None:
        self.marks = [0, 0]
        self.position_words = 2

    def save(self, out: list[int], at: int) -> int:
        out[at] = self.marks[0]
        out[at + 1] = self.marks[1]
        return at + 2

    def load(self, words: list[int], at: int) -> None:
        self.marks[0] = words[at]
        self.marks[1] = words[at + 1]

    def generate(self, out: list[int], end: int) -> int:
        free = ~(self.marks[0] | self.marks[1]) & 0o777
        while free:
            cell = bits.lowest(free)
            free &= free - 1
            out[end] = action_codes.action(action_codes.PLACE, cell, cell)
            end += 1
        return end

    def step(self, action: int) -> None:
        mover = self.to_move
        self.marks[mover] |= bits.bit(action_codes.target_of(action))
        self.end_turn()
        self.judge(mover)

    def judge(self, mover: int) -> None:
        for i in range(8):
            if self.marks[mover] & LINES[i] == LINES[i]:
                self.finish(mover, LINE)
                return
        if self.marks[0] | self.marks[1] == 0o777:
            self.finish(action_codes.NOBODY, FULL)

    def squares(self, player: int) -> int:
        """The player's squares, as bits."""
        return int(self.marks[player])

    def place(self, crosses: int, noughts: int, to_move: int) -> None:
        """Set the board from bits."""
        self.marks = [crosses, noughts]
        self.to_move = to_move
        self.judge(1 - to_move)
