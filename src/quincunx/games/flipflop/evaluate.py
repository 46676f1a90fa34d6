"""Evaluation of FlipFlop and Othello positions: mobility, corners, stable pieces and, late in the game, the count.

Every feature occurs twice: plain, and multiplied by the tenths of the board that are filled. So its weight can change
during the game.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core import action_codes, bits
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.games.flipflop import inputs, lines
from quincunx.games.flipflop.rules import FlipFlopState

WHITE = 0
BLACK = 1

FEATURES = 13
CORNER = 400  # gains, in hundredths of a piece
GIVES_CORNER = -300

EARLY = (
    "mobility",  # squares for the first piece of a turn
    "seconds",  # squares for a second piece on the current board
    "doubles",  # first pieces that allow a second
    "chances",  # corners that a first or second piece could take
    "stable",
    "open",  # pieces next to an empty square
    "edge",
    "pieces",
    "corners",
    "before_corners",  # on the diagonal next to an empty corner
    "beside_corners",  # on the edge next to an empty corner
    "tempo",
    "parity",  # who places the last piece, if nobody passes
)
LATE = tuple(f"{name}_late" for name in EARLY)


class FlipFlopEvaluator(Evaluator):
    """The features are white's minus black's."""

    names = EARLY + LATE

    def __init__(self, weights: Sequence[float], n: int) -> None:
        super().__init__(weights)
        self.n = n
        self.between = [0] * 11
        self.corner_squares = [0] * 11
        for cell in range(n, n * n - n):
            self.between[cell >> 6] |= bits.bit(cell & 63)
        high = n * n - n
        self.corners = [0, n - 1, high, high + n - 1]
        self.before = [n + 1, 2 * n - 2, high - n + 1, high - 2]
        self.beside = [1, n, n - 2, 2 * n - 1, high + 1, high - n, high + n - 2, high - 1]
        for cell in (0, n - 1, high, high + n - 1):
            self.corner_squares[cell >> 6] |= bits.bit(cell & 63)

    def input_count(self) -> int:
        return inputs.input_count(self.n)

    def symmetries(self) -> list[list[int]]:
        return inputs.symmetries(self.n)

    def inputs(self, state: State, out: list[int]) -> int:
        return inputs.write_inputs(cython.cast(FlipFlopState, state), out)

    def features(self, state: State, out: list[int]) -> None:
        self.see(cython.cast(FlipFlopState, state), out)

    def see(self, state: FlipFlopState, out: list[int]) -> None:
        for i in range(FEATURES):
            out[i] = 0
        filled = state.count(state.white) + state.count(state.black)
        self.count_choices(state, WHITE, state.white, state.black, 1, out)
        self.count_choices(state, BLACK, state.black, state.white, -1, out)
        self.count_pieces(state, out)
        self.look_at_corners(state, out)
        out[11] = 1 if state.to_move == WHITE else -1
        out[12] = -out[11] if (state.n * state.n - filled) & 1 == 0 else out[11]
        tenths = 10 * filled // (state.n * state.n)
        for i in range(FEATURES):
            out[FEATURES + i] = tenths * out[i]

    def count_choices(
        self, state: FlipFlopState, player: int, mine: list[int], theirs: list[int], sign: int, out: list[int]
    ) -> None:
        """Count the squares where a player could place pieces now."""
        if not cython.compiled:
            firsts, seconds, rich = [0] * 11, [0] * 11, [0] * 11
        self.find_firsts(state, player, firsts)
        out[0] += sign * state.count(firsts)
        out[3] += sign * self.shared(state, firsts, self.corner_squares)
        if state.second_lines:
            state.look(seconds, player, state.second_lines)
            lines.find_rich(rich, mine, theirs, state.inner, state.n)
            out[1] += sign * state.count(seconds)
            out[2] += sign * self.shared(state, firsts, rich)
            out[3] += sign * self.shared(state, seconds, self.corner_squares)

    def find_firsts(self, state: FlipFlopState, player: int, firsts: list[int]) -> None:
        """Find the squares where a player could place the first piece of a turn."""
        if state.second or player != state.to_move:
            state.look(firsts, player, state.first_lines)
        else:  # the state has already computed them
            for i in range(state.word_count):
                firsts[i] = state.targets[i]

    def shared(self, state: FlipFlopState, one: list[int], other: list[int]) -> int:
        """Return how many squares two sets have in common."""
        total = 0
        for i in range(state.word_count):
            total += bits.count(one[i] & other[i])
        return total

    def count_pieces(self, state: FlipFlopState, out: list[int]) -> None:
        """Count stable pieces, pieces next to empty squares, and pieces on the edge."""
        if not cython.compiled:
            opened, empty, white, black = [0] * 11, [0] * 11, [0] * 11, [0] * 11
        for i in range(state.word_count):
            empty[i] = state.whole[i] & ~(state.white[i] | state.black[i])
        for i in range(state.word_count, 11):
            empty[i] = 0
        lines.find_open(opened, empty, state.inner, self.between, state.n)
        lines.find_stable(white, state.white, state.inner, self.between, state.n)
        lines.find_stable(black, state.black, state.inner, self.between, state.n)
        for i in range(state.word_count):
            middle = state.inner[i] & self.between[i]
            out[4] += bits.count(white[i]) - bits.count(black[i])
            out[5] += bits.count(state.white[i] & opened[i]) - bits.count(state.black[i] & opened[i])
            out[6] += bits.count(state.white[i] & ~middle) - bits.count(state.black[i] & ~middle)
            out[7] += bits.count(state.white[i]) - bits.count(state.black[i])

    def look_at_corners(self, state: FlipFlopState, out: list[int]) -> None:
        """Count corners, and pieces on squares that give corners away."""
        for i in range(4):
            owner = self.owner(state, self.corners[i])
            out[8] += owner
            if owner == 0:
                out[9] += self.owner(state, self.before[i])
                out[10] += self.owner(state, self.beside[2 * i]) + self.owner(state, self.beside[2 * i + 1])

    def owner(self, state: FlipFlopState, cell: int) -> int:
        """Return 1 for a white piece, -1 for a black one, and 0 for an empty square."""
        square = bits.bit(cell & 63)
        if state.white[cell >> 6] & square:
            return 1
        return -1 if state.black[cell >> 6] & square else 0

    def gain(self, state: State, action: int) -> int:
        if action_codes.kind_of(action) != action_codes.PLACE:
            return 0
        return self.gain_on(cython.cast(FlipFlopState, state), action_codes.target_of(action))

    def gain_on(self, state: FlipFlopState, cell: int) -> int:
        """Return a gain that makes the search try corners first, and squares that give a corner away last."""
        for i in range(4):
            if cell == self.corners[i]:
                return CORNER
            if cell == self.before[i] and self.owner(state, self.corners[i]) == 0:
                return GIVES_CORNER
        return 0
