"""The sums of a network's layers. Compiled modules inline the C version in the .pxd file."""

from __future__ import annotations


def add_rows(
    out: list[int], rows: list[int], biases: list[int], width: int, active: list[int], count: int, most: int
) -> None:
    """Write the sums of the active inputs' rows and the biases, each clipped to the range from 0 to `most`."""
    sums = biases[:width]
    for k in range(count):
        start = active[k] * width
        sums = [total + weight for total, weight in zip(sums, rows[start : start + width], strict=True)]
    out[:width] = [max(0, min(most, total)) for total in sums]


def weigh(
    out: list[int], rows: list[int], biases: list[int], first: int, count: int, width: int, values: list[int]
) -> None:
    """Write the weighted sums of the values for `count` rows, beginning with row `first`, plus each row's bias."""
    for j in range(count):
        row = rows[(first + j) * width : (first + j + 1) * width]
        out[j] = biases[first + j] + sum(weight * value for weight, value in zip(row, values, strict=False))
