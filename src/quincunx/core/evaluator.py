"""Position evaluation for searchers. When compiled, a game's evaluator has C virtual methods.

A game implements `features`, which returns numbers that are positive if they favour player 0. The value is their
weighted sum. The weights can be tuned from played games, and are stored as data beside the game. This is the classic
evaluation. A game that also implements `inputs` can have a network, which then computes the value from the inputs and
the features. All games use one scale: the expected result is 1 / (1 + exp(-value / 200)). An ordinary piece is worth
about 100.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core.network import Network
from quincunx.core.state import State

FINE = 10  # resolution of a weight: steps per unit


class Evaluator:
    """The default evaluator, without features: every position is even, and no action gains anything."""

    names = ()  # type: tuple[str, ...]  # names of the features
    swing = 120  # a turn without gains rarely changes the value by more
    grain = 100  # the difference in value that a beginner overlooks half of the time
    heads = 1  # 2 if the two sides of the game differ; otherwise `inputs` takes the view of the player to move
    network: Network | None

    def __init__(self, weights: Sequence[float] = ()) -> None:
        self.count = len(weights)
        self.weights = [0] * 64
        for i in range(self.count):
            self.weights[i] = round(FINE * weights[i])
        self.network = None

    def use(self, network: Network) -> None:
        """Compute values with this network from now on. It must fit: see `evaluation`."""
        self.network = network

    # -- implemented by games --

    def input_count(self) -> int:
        """Return the number of inputs that a network has in this game, or 0 if there is no network for it."""
        return 0

    def symmetries(self) -> list[list[int]]:
        """Return the symmetries of the game, each as a list that gives every input's number on the changed board.

        The first one changes nothing. Features and values must be the same for all.
        """
        return [list(range(self.input_count()))]

    def inputs(self, state: State, out: list[int]) -> int:
        """Write the numbers of the active inputs, at most 128, and return how many there are."""
        return 0

    def features(self, state: State, out: list[int]) -> None:
        """Write the features to `out`, one number per weight: positive if it favours player 0."""

    def gain(self, state: State, action: int) -> int:
        """Return what the action wins immediately, in hundredths of an ordinary piece: positive for forcing actions."""
        return 0

    def settled(self, state: State) -> bool:
        """Return whether the position can be evaluated without searching on: false if the player's action is forced."""
        return True

    def may_skip(self, state: State) -> bool:
        """Return whether a search may try skipping the turn: false if having to move may be a burden (zugzwang)."""
        return False

    # -- used by searchers --

    def value(self, state: State) -> int:
        """Return the value for the player to move, within ±20,000; 200 means an expected result of 73 %."""
        if not cython.compiled:
            seen, active = [0] * 64, [0] * 128
        self.features(state, seen)
        if self.network is not None:
            total = self.network.value(active, self.inputs(state, active), seen, state.to_move)
            return max(-20_000, min(20_000, total))
        total = 0
        for i in range(self.count):
            total += self.weights[i] * seen[i]
        total = total // FINE if total >= 0 else -(-total // FINE)  # round symmetrically for both sides
        total = max(-20_000, min(20_000, total))
        return total if state.to_move == 0 else -total

    # -- used by Python callers --

    def listed(self, state: State) -> list[int]:
        """Return the features of the position."""
        if not cython.compiled:
            seen = [0] * 64
        self.features(state, seen)
        state.check()
        return [int(seen[i]) for i in range(self.count)]

    def listed_inputs(self, state: State) -> list[int]:
        """Return the numbers of the active inputs."""
        if not cython.compiled:
            active = [0] * 128
        count = self.inputs(state, active)
        return [int(active[i]) for i in range(count)]

    def listed_weights(self) -> list[float]:
        """Return the weights of the features."""
        return [self.weights[i] / FINE for i in range(self.count)]

    def worth(self, state: State) -> int:
        """Return the value of the position."""
        value = self.value(state)
        state.check()
        return int(value)

    def gain_of(self, state: State, action: int) -> int:
        """Return the gain of the action."""
        gain = self.gain(state, action)
        state.check()
        return int(gain)

    def is_settled(self, state: State) -> bool:
        """Return whether the position is settled."""
        return bool(self.settled(state))
