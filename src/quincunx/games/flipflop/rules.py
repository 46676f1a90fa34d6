"""FlipFlop and Othello on an N×N board. The rules page explains rules F1–F6 and the rulings marked R.

`targets` are the squares where the player to move can place a piece now. They are computed after each action, because
the end of the turn and of the game can depend on them.
"""

from __future__ import annotations

import cython

from quincunx.core import action_codes, bits
from quincunx.core.state import State
from quincunx.games.flipflop import lines

WHITE = 0
BLACK = 1

BOTH_PASSED = 1
TURNS_USED = 2
NEITHER_CAN_PLAY = 3


class FlipFlopState(State):
    """White is player 0 and black is player 1, whoever moves first.

    `second`: the turn may go on with a second piece (F4). `passed`: the turn before this one was a pass (F5).
    """

    n: int
    word_count: int
    second: bool
    passed: bool

    def setup(self) -> None:
        """F1: set up two pieces each, crosswise in the centre (R: in the customary arrangement)."""
        facts = self.game.spec.facts
        self.first_lines = facts["first_lines"]
        self.second_lines = facts["second_lines"]
        self.ends_when_stuck = facts["ends_when_stuck"]
        n = self.n = self.game.options["n"]
        self.word_count = (n * n + 63) // 64
        self.position_words = 2 * self.word_count + 1
        self.measure()
        low, high = n // 2 - 1, n // 2
        white = [low * n + low, high * n + high]
        black = [low * n + high, high * n + low]
        self.arrange(white, black, facts["begins"], second=False, passed=False)

    def measure(self) -> None:
        """Compute the sets of all squares, and of all but the first and last file."""
        self.whole = [0] * 11
        self.inner = [0] * 11
        for cell in range(self.n * self.n):
            self.whole[cell >> 6] |= bits.bit(cell & 63)
            if 0 < cell % self.n < self.n - 1:
                self.inner[cell >> 6] |= bits.bit(cell & 63)

    def save(self, out: list[int], at: int) -> int:
        for i in range(self.word_count):
            out[at] = self.white[i]
            out[at + 1] = self.black[i]
            at += 2
        out[at] = 2 * self.second + self.passed
        for i in range(self.word_count):
            out[at + 1 + i] = self.targets[i]
        return at + 1 + self.word_count

    def load(self, words: list[int], at: int) -> None:
        for i in range(self.word_count):
            self.white[i] = words[at]
            self.black[i] = words[at + 1]
            at += 2
        self.second = words[at] & 2 != 0
        self.passed = words[at] & 1 != 0
        for i in range(self.word_count):
            self.targets[i] = words[at + 1 + i]

    def generate(self, out: list[int], end: int) -> int:
        start = end
        for i in range(self.word_count):
            left = self.targets[i]
            while left:
                cell = 64 * i + bits.lowest(left)
                left &= left - 1
                out[end] = action_codes.action(action_codes.PLACE, cell, cell)
                end += 1
        if self.second:
            out[end] = action_codes.action(action_codes.END, 0, 0)  # F4: a second piece is optional
            end += 1
        elif end == start:
            out[end] = action_codes.action(action_codes.PASS, 0, 0)  # F3: placing no piece
            end += 1
        return end

    def step(self, action: int) -> None:
        kind = action_codes.kind_of(action)
        if kind == action_codes.PLACE:
            trapped = self.place(action_codes.target_of(action))
            if trapped >= 2 and not self.second and self.look(self.targets, self.to_move, self.second_lines):
                self.second = True  # F4
                self.passed = False
                return
        both_passed = self.passed and kind == action_codes.PASS
        self.passed = kind == action_codes.PASS and not self.ends_when_stuck
        self.second = False
        self.end_turn()
        self.look(self.targets, self.to_move, self.first_lines)
        self.judge(both_passed)

    def place(self, cell: int) -> int:
        """F2: place the piece and turn over all pieces it traps; return their number."""
        if self.to_move == WHITE:
            return self.capture(cell, self.white, self.black)
        return self.capture(cell, self.black, self.white)

    def capture(self, cell: int, mine: list[int], theirs: list[int]) -> int:
        if not cython.compiled:
            trapped = [0] * 11
        lines.find_trapped(trapped, cell, mine, theirs, self.inner, self.n)
        for i in range(self.word_count):
            mine[i] |= trapped[i]
            theirs[i] &= ~trapped[i]
        mine[cell >> 6] |= bits.bit(cell & 63)
        return self.count(trapped)

    def look(self, targets: list[int], player: int, kinds: int) -> bool:
        """Find the squares where a player can trap along these kinds of lines; return whether there are any."""
        if player == WHITE:
            lines.find_targets(targets, self.white, self.black, self.inner, kinds, self.n)
        else:
            lines.find_targets(targets, self.black, self.white, self.inner, kinds, self.n)
        found = False
        for i in range(self.word_count):
            targets[i] &= self.whole[i] & ~(self.white[i] | self.black[i])
            if targets[i]:
                found = True
        return found

    def judge(self, both_passed: bool) -> None:
        """Apply F5 at the end of a turn. In Othello the game ends when neither player can place a piece."""
        if self.ends_when_stuck:
            if self.count(self.targets) == 0 and self.stuck(1 - self.to_move):
                self.finish(self.leader(), NEITHER_CAN_PLAY)
        elif both_passed:
            self.finish(self.leader(), BOTH_PASSED)
        elif self.to_move == WHITE and self.turns_left() <= 0:
            self.finish(self.leader(), TURNS_USED)

    def stuck(self, player: int) -> bool:
        """Return whether the player has no square for the first piece of a turn."""
        if not cython.compiled:
            targets = [0] * 11
        return not self.look(targets, player, self.first_lines)

    def leader(self) -> int:
        """F6, R: return the player with more pieces on the board."""
        lead = self.count(self.white) - self.count(self.black)
        if lead == 0:
            return action_codes.NOBODY
        return WHITE if lead > 0 else BLACK

    def count(self, squares: list[int]) -> int:
        """Return the number of squares in a set."""
        total = 0
        for i in range(self.word_count):
            total += bits.count(squares[i])
        return total

    def turns_left(self) -> int:
        """F5: return how many of black's N²/2 turns are left. Turns alternate, so `turn` gives the number used."""
        return self.n * self.n // 2 - (self.turn + 1 - self.to_move) // 2

    # -- for the spec --

    def cells(self, player: int) -> list[int]:
        """Return the cells of a player's pieces."""
        if player == WHITE:
            return [cell for cell in range(self.n * self.n) if self.white[cell >> 6] >> (cell & 63) & 1]
        return [cell for cell in range(self.n * self.n) if self.black[cell >> 6] >> (cell & 63) & 1]

    def trapping(self, player: int, kinds: int) -> list[int]:
        """Return the cells where a piece of the player would trap along these kinds of lines."""
        if not cython.compiled:
            targets = [0] * 11
        self.look(targets, player, kinds)
        return [cell for cell in range(self.n * self.n) if targets[cell >> 6] >> (cell & 63) & 1]

    def black_turns_left(self) -> int:
        """Return how many turns black has left (F5)."""
        return max(0, self.turns_left())

    def on_offer(self) -> bool:
        """Return whether the turn may go on with a second piece."""
        return bool(self.second)

    def after_pass(self) -> bool:
        """Return whether the previous turn was a pass that counts for F5."""
        return bool(self.passed)

    def arrange(self, white: list[int], black: list[int], to_move: int, second: bool, passed: bool) -> None:
        """Set the board from cells, within a turn or at its start, and end the game if the rules say so."""
        self.white = [0] * 11
        self.black = [0] * 11
        self.targets = [0] * 11
        for cell in white:
            self.white[cell >> 6] |= bits.bit(cell & 63)
        for cell in black:
            self.black[cell >> 6] |= bits.bit(cell & 63)
        self.to_move = to_move
        self.second = second
        self.passed = passed
        self.look(self.targets, to_move, self.second_lines if second else self.first_lines)
        if self.ends_when_stuck:
            self.judge(False)
