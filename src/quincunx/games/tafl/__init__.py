"""Hnefatafl and its family. What `state.board()` has in it, by the document's own numbers."""

EMPTY = 0
ATTACKER = 1
DEFENDER = 2
KING = 4
