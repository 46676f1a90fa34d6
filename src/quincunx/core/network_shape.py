"""The sizes and the units of a network, and its weights as plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

MOST_INPUTS = 128  # active ones in a position
MOST_FEATURES = 64
MOST_HIDDEN = 256
SECOND = 16  # units of the second layer
BLOCK = 16  # the length of every row is a multiple of this
ROOM = 336  # for the hidden layer and the features, in whole blocks
FINE = 64  # steps per unit of a feature's own weight

ONE = 1024  # 1.0 in the hidden layer, in the features beside it, and in the second layer
FEATURE_SHIFT = 8
FARTHEST = 4095  # the largest feature that is told apart
SECOND_SHIFT = 10  # 1.0 in a weight of the second layer is 1 << 10
THIRD_SHIFT = 12  # 1.0 in a weight of the third layer, in hundredths of a piece, is 1 << 2; ONE is 1 << 10


@dataclass(frozen=True)
class Shape:
    """The game that a network is for, and its sizes."""

    game: str
    inputs: int
    hidden: int
    names: tuple[str, ...]  # of the features
    heads: int

    @property
    def width(self) -> int:
        """The length of a row of the second layer: the hidden layer and the features, in whole blocks."""
        return (self.hidden + len(self.names) + BLOCK - 1) // BLOCK * BLOCK

    def sizes(self) -> dict[str, int]:
        """The number of weights in each part, in the order of a file."""
        return {
            "rows": self.inputs * self.hidden,
            "second": self.heads * SECOND * self.width,
            "third": self.heads * SECOND,
            "biases": self.hidden,
            "scales": len(self.names),
            "linear": len(self.names),
            "second_biases": self.heads * SECOND,
            "third_biases": self.heads,
        }


@dataclass(frozen=True)
class Weights:
    """All weights of a network, part by part: 16 bits each up to `third`, then 32 bits each."""

    rows: Sequence[int]
    second: Sequence[int]
    third: Sequence[int]
    biases: Sequence[int]
    scales: Sequence[int]
    linear: Sequence[int]
    second_biases: Sequence[int]
    third_biases: Sequence[int]

    def parts(self) -> dict[str, Sequence[int]]:
        """The parts by name, in the order of a file."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
