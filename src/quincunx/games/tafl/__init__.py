"""Hnefatafl and its family. The numbers are those of `state.board()`, and of the source document."""

EMPTY = 0
ATTACKER = 1
DEFENDER = 2
KING = 4
