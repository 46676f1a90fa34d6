"""A small neural network that judges positions: the forward pass, once for all games, in whole numbers only.

The game lists the active inputs of a position (`Evaluator.inputs`) and its hand-made features. The rows of the active
inputs are added up and clipped: the hidden layer. A second layer of 16 sees the hidden layer and the features, and a
third has one output. The features also have weights of their own, as they have without a network. If the two sides of
a game are different, each has its own second and third layer (`heads`). If they are alike, inputs are numbered from the
view of the player to move.

The result is the same on every machine and in both builds, because every step is exact: sums never overflow
(`network_file` checks that), and shifts round down.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core import layers
from quincunx.core.network_shape import (
    FARTHEST,
    FEATURE_SHIFT,
    FINE,
    MOST_FEATURES,
    MOST_INPUTS,
    ONE,
    ROOM,
    SECOND,
    SECOND_SHIFT,
    THIRD_SHIFT,
    Shape,
    Weights,
)


class Shorts:
    """Numbers of 16 bits."""

    data: list[int]

    def __init__(self, numbers: Sequence[int]) -> None:
        if cython.compiled:
            self.data = cython.cast("short*", calloc(len(numbers) + 1, 2))
            if self.data == cython.NULL:
                raise MemoryError
        else:
            self.data = [0] * len(numbers)
        for i in range(len(numbers)):
            self.data[i] = numbers[i]

    def __dealloc__(self) -> None:
        free(self.data)


class Ints:
    """Numbers of 32 bits."""

    data: list[int]

    def __init__(self, numbers: Sequence[int]) -> None:
        if cython.compiled:
            self.data = cython.cast("int*", calloc(len(numbers) + 1, 4))
            if self.data == cython.NULL:
                raise MemoryError
        else:
            self.data = [0] * len(numbers)
        for i in range(len(numbers)):
            self.data[i] = numbers[i]

    def __dealloc__(self) -> None:
        free(self.data)


class Network:
    """A network that is ready for use. It never changes, so any number of threads can share it."""

    def __init__(self, shape: Shape, weights: Weights) -> None:
        self.shape = shape
        self.hidden = shape.hidden
        self.features = len(shape.names)
        self.heads = shape.heads
        self.width = shape.width
        self.rows = Shorts(weights.rows)
        self.second = Shorts(weights.second)
        self.third = Shorts(weights.third)
        self.biases = Ints(weights.biases)
        self.scales = Ints(weights.scales)
        self.linear = Ints(weights.linear)
        self.second_biases = Ints(weights.second_biases)
        self.third_biases = Ints(weights.third_biases)

    def value(self, active: list[int], count: int, seen: list[int], mover: int) -> int:
        """Return the value for the player to move, from the active inputs and the features."""
        if not cython.compiled:
            values, sums = [0] * ROOM, [0] * SECOND
        head = mover if self.heads > 1 else 0
        sign = 1 - 2 * mover
        layers.add_rows(values, self.rows.data, self.biases.data, self.hidden, active, count, ONE)
        self.scale(seen, sign, values)
        layers.weigh(sums, self.second.data, self.second_biases.data, head * SECOND, SECOND, self.width, values)
        return sign * self.plain(seen) + self.judged(sums, head)

    def worth(self, active: list[int], seen: list[int], mover: int) -> int:
        """Return the value for the player to move, from lists."""
        count = len(active)
        if count > MOST_INPUTS or len(seen) != self.features or max(active, default=0) >= self.shape.inputs:
            raise ValueError("the position does not fit the network")
        if not cython.compiled:
            inputs, features = [0] * MOST_INPUTS, [0] * MOST_FEATURES
        for i in range(count):
            inputs[i] = active[i]
        for i in range(self.features):
            features[i] = seen[i]
        return int(self.value(inputs, count, features, mover))

    def scale(self, seen: list[int], sign: int, out: list[int]) -> None:
        """Write the features beside the hidden layer, from the view of the player to move."""
        for i in range(self.features):
            feature = sign * max(-FARTHEST, min(FARTHEST, seen[i]))
            out[self.hidden + i] = max(-ONE, min(ONE, feature * self.scales.data[i] >> FEATURE_SHIFT))
        for i in range(self.hidden + self.features, self.width):
            out[i] = 0

    def plain(self, seen: list[int]) -> int:
        """Return the weighted sum of the features for player 0."""
        total = 0
        for i in range(self.features):
            total += self.linear.data[i] * seen[i]
        return total // FINE if total >= 0 else -(-total // FINE)  # round symmetrically for both sides

    def judged(self, sums: list[int], head: int) -> int:
        """Return the output of the third layer."""
        total = self.third_biases.data[head]
        for j in range(SECOND):
            total += self.third.data[head * SECOND + j] * max(0, min(ONE, sums[j] >> SECOND_SHIFT))
        return total >> THIRD_SHIFT
