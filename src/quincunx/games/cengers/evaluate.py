"""Evaluation of Cengers positions: progress in the race, and how easy the rest of it will be."""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core import bits
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.games.cengers import inputs
from quincunx.games.cengers.race import Race
from quincunx.games.cengers.rules import CengersState, shift

FEATURES = 7
FAR = 15  # greater than any distance on the board
HOMES = [0x0707070000000000, 0x0000000000E0E0E0]  # a6-c8, f1-h3
FORWARD = [0, 3, 2, 1]  # up and left for x, down and right for o


def apart(one: int, other: int) -> int:
    """Return the number of steps between two squares."""
    return abs((one & 7) - (other & 7)) + abs((one >> 3) - (other >> 3))


class CengersEvaluator(Evaluator):
    """The features are x's minus o's."""

    names = ("home", "distance", "straggling", "farthest", "jumps", "tempo", "race")
    grain = 25

    def __init__(self, weights: Sequence[float] = (), race: Race | None = None) -> None:
        super().__init__(weights)
        self.race_known = race is not None
        self.race_table = race if race is not None else Race(0, b"")

    def input_count(self) -> int:
        return inputs.INPUTS

    def symmetries(self) -> list[list[int]]:
        return inputs.symmetries()

    def inputs(self, state: State, out: list[int]) -> int:
        return inputs.write_inputs(cython.cast(CengersState, state), out)

    def features(self, state: State, out: list[int]) -> None:
        self.see(cython.cast(CengersState, state), out)

    def see(self, state: CengersState, out: list[int]) -> None:
        for i in range(FEATURES):
            out[i] = 0
        self.count_side(state, 0, 1, out)
        self.count_side(state, 1, -1, out)
        out[5] = 1 if state.to_move == 0 else -1
        if self.race_known:
            out[6] = self.lead(state)

    def lead(self, state: CengersState) -> int:
        """Return how many turns x is ahead if the armies have parted: each is on its own side of the board."""
        turns_of_x = self.race_table.turns(state.pieces[0], 0)
        turns_of_o = self.race_table.turns(state.pieces[1], 1) if turns_of_x >= 0 else -1
        return turns_of_o - turns_of_x if turns_of_o >= 0 else 0

    def count_side(self, state: CengersState, player: int, sign: int, out: list[int]) -> None:
        own = state.pieces[player]
        outside = own & ~HOMES[player]
        holes = HOMES[player] & ~own
        if state.late():  # C7: opponents left there fill squares, so only the empty ones count
            holes &= ~state.pieces[1 - player]
            self.race(holes, outside, sign, out)
        else:
            self.race(outside, holes, sign, out)
        out[0] -= sign * bits.count(holes)
        out[4] += sign * self.jumps(state, player)

    def race(self, squares: int, others: int, sign: int, out: list[int]) -> None:
        """Add the distances of the squares from the nearest of the others: sum, sum of squares, and maximum."""
        farthest = 0
        while squares:
            away = self.nearest(bits.lowest(squares), others)
            squares &= squares - 1
            out[1] -= sign * away
            out[2] -= sign * away * away
            farthest = max(farthest, away)
        out[3] -= sign * farthest

    def nearest(self, square: int, others: int) -> int:
        """Return the number of steps to the nearest of the others."""
        best = FAR
        while others:
            best = min(best, apart(square, bits.lowest(others)))
            others &= others - 1
        return best

    def jumps(self, state: CengersState, player: int) -> int:
        """Return the number of possible jumps towards home."""
        own = state.pieces[player]
        occupied = state.pieces[0] | state.pieces[1]
        empty = ~occupied & bits.ALL
        total = 0
        for i in range(2):
            direction = FORWARD[2 * player + i]
            total += bits.count(shift(shift(own, direction) & occupied, direction) & empty)
        return total
