"""Checkers and English draughts. The numbers are those of `state.board()`."""

EMPTY = 0
DARK_MAN = 1
DARK_KING = 2
LIGHT_MAN = 3
LIGHT_KING = 4
