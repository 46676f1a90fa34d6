"""Checkers and English draughts. What `state.board()` has in it."""

EMPTY = 0
DARK_MAN = 1
DARK_KING = 2
LIGHT_MAN = 3
LIGHT_KING = 4
