"""Turns keys and clicks on cells into picks, the same for every game."""

from __future__ import annotations

from quincunx.core.outcome import Refusal
from quincunx.core.state import State
from quincunx.play.view import view
from quincunx.play.walker import Step, Walker, why
from quincunx.words import phrase

NOT_TAKEN = Refusal("", phrase("screens.match.not_taken"))
_END = "end"


class Picks:
    """The picks that a player has made in a state. An illegal one returns the reason and only changes the selection."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.walker = Walker(state)

    @property
    def taken(self) -> tuple[int, ...]:
        """The cells that are picked."""
        return tuple(pick for pick in self.walker.picks if isinstance(pick, int))

    def pick(self, cell: int) -> Step:
        """Pick a cell: take a piece, move the taken one there, or take another piece instead."""
        begins = (cell,) in {path[:1] for path in self.walker.paths}
        if self.taken and begins and cell not in self.walker.cells():
            return self.take(cell)
        return self.walker.pick(cell)

    def take(self, cell: int) -> Step:
        """Take the piece on the cell, instead of any piece taken before."""
        if self.state.game.spec.places:
            return self.walker.pick(cell)
        self.walker.reset()
        if self.walker.picks:  # the turn has begun, and the same piece must continue
            return Step(refusal=why(self.state, [cell]))
        return self.walker.pick(cell)

    def aim(self, cell: int) -> Step:
        """Move the taken piece to the cell."""
        if not self.taken and not self.state.game.spec.places:
            return Step(refusal=NOT_TAKEN)
        return self.walker.pick(cell)

    def close(self) -> Step:
        """End the turn."""
        return self.walker.pick(_END)

    def choose(self, choice: str) -> Step:
        """Make one of the choices, by name."""
        return self.walker.pick(choice)

    def reset(self) -> None:
        """Deselect the piece."""
        self.walker.reset()

    def targets(self) -> dict[int, bool]:
        """The cells that can be picked next after a piece is taken, with whether something is captured there."""
        if not self.taken and not self.state.game.spec.places:
            return {}
        return {cell: self._takes(cell) for cell in self.walker.cells()}

    def pointed(self, cell: int) -> int | None:
        """The action that a pick of the cell would complete."""
        return self.walker.paths.get((*self.walker.picks, cell))

    def must_choose(self) -> tuple[str, ...]:
        """The names to choose from if a cell alone does not determine the action."""
        if self.walker.cells() or not self.walker.picks:
            return ()
        return tuple(name for name in self.walker.choices() if name not in self.walker.bare)

    def _takes(self, cell: int) -> bool:
        if self.state.game.spec.places:
            return False  # if every placement captures something, the mark would be meaningless
        path = (*self.walker.picks, cell)
        actions = [action for picks, action in self.walker.paths.items() if picks[: len(path)] == path]
        return any(self.state.game.spec.takes(self.state, action) for action in actions)


def first_cell(state: State) -> int:
    """The cursor's initial cell: the last action's, or before the first action a piece near the middle."""
    shown = view(state)
    board = shown.board
    middle = board.ranks // 2 * board.files + board.files // 2
    if shown.last:
        return shown.last[-1]
    return min(Walker(state).cells(), key=lambda cell: _distance(cell, middle, board.files), default=middle)


def _distance(cell: int, other: int, files: int) -> tuple[int, int]:
    """The distance between two cells, in files first, so that the middle of a row counts as near."""
    return abs(cell % files - other % files), abs(cell // files - other // files)
