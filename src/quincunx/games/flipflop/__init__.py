"""FlipFlop and Othello. The numbers are those of `state.board()`."""

EMPTY = 0
WHITE = 1
BLACK = 2
