"""What a position is worth, for searchers. Compiled, a game's evaluator has C virtual methods.

A game writes `features`: what it sees on the board, as numbers that speak for player 0. The value is their weighted
sum. So the weights can be tuned from games played, and are kept as data beside the game. Values of all games have one
scale: the expected result is 1 / (1 + exp(-value / 200)). A plain piece is worth about 100.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core.state import State

FINE = 10  # steps of a weight between two whole numbers


class Evaluator:
    """Sees nothing: every position is even, and no action gains anything."""

    names = ()  # type: tuple[str, ...]  # of the features
    swing = 120  # what a turn without gains can hardly change the value by
    grain = 100  # the difference in value that a beginner overlooks as often as not

    def __init__(self, weights: Sequence[float] = ()) -> None:
        self.count = len(weights)
        self.weights = [0] * 64
        for i in range(self.count):
            self.weights[i] = round(FINE * weights[i])

    # -- what a game writes --

    def features(self, state: State, out: list[int]) -> None:
        """What is seen, one number for each weight: above 0 where it speaks for player 0."""

    def gain(self, state: State, action: int) -> int:
        """What the action wins at once, in hundredths of a plain piece: above 0 for the forcing ones."""
        return 0

    def settled(self, state: State) -> bool:
        """Whether the position can be judged as it stands: not where the player has no choice but to act at once."""
        return True

    def may_skip(self, state: State) -> bool:
        """Whether having to move is no burden here, so that a search may ask what comes of doing nothing."""
        return False

    # -- what searchers use --

    def value(self, state: State) -> int:
        """What the position is worth to the player to move: 200 where 73 % is the expected result; within ±20,000."""
        if not cython.compiled:
            seen = [0] * 64
        self.features(state, seen)
        total = 0
        for i in range(self.count):
            total += self.weights[i] * seen[i]
        total = total // FINE if total >= 0 else -(-total // FINE)  # both sides are rounded alike
        total = max(-20_000, min(20_000, total))
        return total if state.to_move == 0 else -total

    # -- what Python callers use --

    def listed(self, state: State) -> list[int]:
        """The features of the position."""
        if not cython.compiled:
            seen = [0] * 64
        self.features(state, seen)
        state.check()
        return [int(seen[i]) for i in range(self.count)]

    def listed_weights(self) -> list[float]:
        """The weights of the features."""
        return [self.weights[i] / FINE for i in range(self.count)]

    def worth(self, state: State) -> int:
        """The value of the position."""
        value = self.value(state)
        state.check()
        return int(value)

    def gain_of(self, state: State, action: int) -> int:
        """The gain of the action."""
        gain = self.gain(state, action)
        state.check()
        return int(gain)

    def is_settled(self, state: State) -> bool:
        """Whether the position is settled."""
        return bool(self.settled(state))
