"""What an environment shows of a state: the planes of the numbering, or else planes of the pieces."""

from __future__ import annotations

from typing import Any

import numpy as np

from quincunx.core.display import Piece
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.research.numbering import Planes

PIECES_VERSION = 1


class InputPlanes:
    """The planes that networks see (`Planes`), as an array for one state."""

    def __init__(self, game: Game) -> None:
        self.planes = Planes(game)
        self.evaluator = game.spec.evaluator(game)
        self.name, self.shape, self.most = self.planes.name, self.planes.shape, 1

    def of(self, state: State) -> Any:
        """The planes, from the view of the player to move."""
        found = np.zeros((self.planes.count, self.planes.cells), np.uint8)
        on_cells, first = self.planes.on_cells, self.planes.on_cells // self.planes.cells
        for number in self.evaluator.listed_inputs(state):
            if number < on_cells:
                found.flat[number] = 1
            else:
                found[first + number - on_cells] = 1
        if self.planes.tells_mover and state.to_move == 1:
            found[-1] = 1
        return found.reshape(self.shape)


class PiecePlanes:
    """A plane for each kind of piece, first those of the player to move, then those of the opponent.

    A cell has what a piece has left on its gauge (hit points), or 1 if it has none. It is for games without inputs.
    """

    def __init__(self, game: Game) -> None:
        self.kinds = list(dict.fromkeys(game.spec.letters.lower()))
        self.flip = game.spec.flip
        self.name = f"{game.key}-pieces-v{PIECES_VERSION}"
        self.shape = (2 * len(self.kinds), game.board.ranks, game.board.files)
        self.most = 255

    def of(self, state: State) -> Any:
        """The planes, from the view of the player to move."""
        found, mover = np.zeros(self.shape, np.uint8), state.to_move
        flat, letters = found.reshape(self.shape[0], -1), state.game.spec.position_letters(state)
        for cell, piece in state.game.spec.pieces(state).items():
            if cell in letters:
                plane = (piece.owner ^ mover) * len(self.kinds) + self.kinds.index(letters[cell].lower())
                flat[plane, cell ^ self.flip if mover else cell] = _left(piece)
        return found


def _left(piece: Piece) -> int:
    """What the piece has left on its gauge."""
    return next((int(badge.value) for badge in piece.badges if badge.most is not None), 1)


def observations(game: Game) -> InputPlanes | PiecePlanes:
    """The planes of a game."""
    inputs = InputPlanes(game)
    return inputs if inputs.planes.count else PiecePlanes(game)
