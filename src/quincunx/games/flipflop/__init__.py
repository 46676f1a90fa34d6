"""FlipFlop and Othello. What `state.board()` has in it."""

EMPTY = 0
WHITE = 1
BLACK = 2
