"""Evaluation of checkers positions: men and kings first, then back rank, tempo, centre, and trapped pieces."""

from __future__ import annotations

import cython

from quincunx.core import action_codes, bits
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State
from quincunx.games.checkers import inputs
from quincunx.games.checkers.rules import CheckersState, shift

MAN = 100  # gains, in hundredths of a man
KING = 150
CROWN = 60

FEATURES = 9
CENTRE = 0x0000183C3C180000
SIDES = 0x8181818181818181
BACK = [0x00000000000000FF, 0xFF00000000000000]  # a man here prevents the opponent's men from being crowned
LAST_BUT_ONE = [0x00FF000000000000, 0x000000000000FF00]  # a man here is about to be crowned


def advance(men: int, player: int) -> int:
    """Return how many ranks the men have advanced in total."""
    total = 0
    for rank in range(8):
        gone = rank if player == 0 else 7 - rank
        total += gone * bits.count(men >> 8 * rank & 0xFF)
    return total


class CheckersEvaluator(Evaluator):
    """The features are dark's minus light's."""

    names = ("men", "kings", "back_rank", "tempo", "centre", "sides", "about_to_crown", "free", "lead")

    def input_count(self) -> int:
        return inputs.INPUTS

    def inputs(self, state: State, out: list[int]) -> int:
        return inputs.write_inputs(cython.cast(CheckersState, state), out)

    def features(self, state: State, out: list[int]) -> None:
        self.see(cython.cast(CheckersState, state), out)

    def see(self, state: CheckersState, out: list[int]) -> None:
        for i in range(FEATURES):
            out[i] = 0
        self.count_side(state, 0, 1, out)
        self.count_side(state, 1, -1, out)
        # a lead weighs more the fewer pieces are left, so exchange pieces when ahead
        pieces = bits.count(state.pieces[0] | state.pieces[1])
        out[8] = (2 * out[0] + 3 * out[1]) * (24 - pieces)

    def count_side(self, state: CheckersState, player: int, sign: int, out: list[int]) -> None:
        """Add the features of one side; captured pieces that are still on the board don't count."""
        own = state.pieces[player] & ~state.jumped
        other = state.pieces[1 - player] & ~state.jumped
        kings = own & state.kings
        men = own & ~state.kings
        empty = state.empty()
        out[0] += sign * bits.count(men)
        out[1] += sign * bits.count(kings)
        if other & ~state.kings:
            out[2] += sign * bits.count(men & BACK[player])
        out[3] += sign * advance(men, player)
        out[4] += sign * bits.count(own & CENTRE)
        out[5] += sign * bits.count(own & SIDES)
        out[6] += sign * bits.count(men & LAST_BUT_ONE[player])
        out[7] += sign * self.free(men, kings, empty, player)

    def free(self, men: int, kings: int, empty: int, player: int) -> int:
        """Return the number of steps, without captures, that the side could make. Trapped pieces have none."""
        total = 0
        for direction in range(4):
            steps = men | kings if direction >> 1 == player else kings
            total += bits.count(shift(steps, direction) & empty)
        return total

    def gain(self, state: State, action: int) -> int:
        if action_codes.kind_of(action) != action_codes.MOVE:
            return 0
        return self.gain_on(
            cython.cast(CheckersState, state), action_codes.origin_of(action), action_codes.target_of(action)
        )

    def gain_on(self, state: CheckersState, origin: int, target: int) -> int:
        """Return the gain: a piece jumped for the first time in the turn, and a promotion to king."""
        total = 0
        if target - origin > 9 or origin - target > 9:
            over = bits.bit((origin + target) >> 1)
            if not over & state.jumped:
                total += KING if over & state.kings else MAN
        here = bits.bit(origin)
        if here & LAST_BUT_ONE[state.to_move] & ~state.kings:
            total += CROWN
        return total

    def settled(self, state: State) -> bool:
        """Return False if a capture is compulsory."""
        return not self.must_capture(cython.cast(CheckersState, state))

    def must_capture(self, state: CheckersState) -> bool:
        return state.compulsory and state.can_capture()
