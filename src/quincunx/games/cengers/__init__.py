"""Cengers. What `state.board()` has in it."""

EMPTY = 0
X = 1
O = 2  # noqa: E741 - what the document calls it
