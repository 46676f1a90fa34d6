"""Small systems of linear equations, for the fits of ratings and weights."""

from __future__ import annotations

Matrix = list[list[float]]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse, by Gauss-Jordan elimination; raises ZeroDivisionError if there is none."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = 1 / rows[column][column]
        rows[column] = [value * scale for value in rows[column]]
        for i in range(size):
            if i != column:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    """The product of a matrix and a vector."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
