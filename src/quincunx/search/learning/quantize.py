"""From the real numbers that were learnt to the whole numbers of a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quincunx.core.network_shape import FEATURE_SHIFT, FINE, ONE, SECOND_SHIFT, THIRD_SHIFT, Shape, Weights

LARGEST_ROW = 8.0  # the largest weights of the layers, in real numbers; training keeps to them
LARGEST_SECOND = 16.0
LARGEST_THIRD = 6000.0  # in hundredths of a piece
LARGEST_LINEAR = 8000.0

Table = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Learnt:
    """A network in real numbers. In `second`, a row has the hidden layer's weights first and then the features'."""

    rows: Table
    biases: Sequence[float]
    scales: Sequence[float]  # by which features are multiplied; the product is clipped to the range from -1 to 1
    linear: Sequence[float]
    second: Sequence[Table]  # by head
    second_biases: Table
    third: Table
    third_biases: Sequence[float]


def quantized(learnt: Learnt, shape: Shape) -> Weights:
    """Return the weights as whole numbers."""
    unit = ONE << SECOND_SHIFT
    piece = 1 << THIRD_SHIFT
    return Weights(
        rows=_rounded((weight for row in learnt.rows for weight in row), ONE, LARGEST_ROW),
        second=[weight for head in learnt.second for row in head for weight in _second_row(row, shape)],
        third=_rounded((weight for head in learnt.third for weight in head), piece / ONE, LARGEST_THIRD),
        biases=_rounded(learnt.biases, ONE, 1000.0),
        scales=[factor(scale) for scale in learnt.scales],
        linear=_rounded(learnt.linear, FINE, LARGEST_LINEAR),
        second_biases=_rounded((bias for head in learnt.second_biases for bias in head), unit, 1000.0),
        third_biases=_rounded(learnt.third_biases, piece, 20_000.0),
    )


def factor(scale: float) -> int:
    """Return the whole number for a feature's scale, at least 1."""
    return max(1, min(ONE << FEATURE_SHIFT, round(scale * (ONE << FEATURE_SHIFT))))


def scale_of(factor: int) -> float:
    """Return the scale that a whole number stands for: training uses exactly this one."""
    return factor / (ONE << FEATURE_SHIFT)


def _second_row(row: Sequence[float], shape: Shape) -> list[int]:
    numbers = _rounded(row, 1 << SECOND_SHIFT, LARGEST_SECOND)
    return numbers + [0] * (shape.width - len(numbers))


def _rounded(weights: Iterable[float], unit: float, largest: float) -> list[int]:
    return [round(unit * max(-largest, min(largest, weight))) for weight in weights]
