"""Cengers. The numbers are those of `state.board()`."""

EMPTY = 0
X = 1
O = 2  # noqa: E741 - the name in the source document
