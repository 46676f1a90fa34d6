"""A player at the large board in a real terminal: moves to squares with the arrow keys, and picks with Enter."""

from __future__ import annotations

from quincunx.core.state import State
from quincunx.play.walker import Walker
from terminal.tmux import Terminal


class ArrowKeys:
    """Plays actions by keys. The second player sees the board from the other side."""

    def __init__(self, terminal: Terminal, side: int) -> None:
        self._terminal = terminal
        self._turned = side == 1

    def play(self, state: State, action: int) -> None:
        """Pick everything that makes up the action."""
        walker = Walker(state)
        if action in walker.bare.values():
            self._terminal.keys("c")
            return
        for pick in next(path for path, found in walker.paths.items() if found == action):
            assert isinstance(pick, int), "a choice from a list"
            self._go(state, pick)
            self._terminal.keys("Enter")

    def _go(self, state: State, cell: int) -> None:
        """Move the cursor to the corner, from wherever it is, and from there to the cell."""
        board = state.game.board
        rank, file = divmod(cell, board.files)
        if self._turned:
            rank, file = board.ranks - 1 - rank, board.files - 1 - file
        home = ["Left"] * board.files + ["Down"] * board.ranks
        self._terminal.keys(*home, *["Right"] * file, *["Up"] * rank)
