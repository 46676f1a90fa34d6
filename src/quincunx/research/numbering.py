"""What networks see and choose, as numbers from 0. Each numbering has a version in its name, so it can be cited.

Both take the view of the player to move, in games in which the board looks the same to both (`Spec.flip`).
"""

from __future__ import annotations

from array import array

from quincunx.core import action_codes
from quincunx.core.game import Game

ACTIONS_VERSION = 1
PLANES_VERSION = 1


class ActionNumbers:
    """The actions of a game, numbered in the order of their codes, as player 0 has them."""

    def __init__(self, game: Game) -> None:
        self.name = f"{game.key}-actions-v{ACTIONS_VERSION}"
        self.codes = array("i", game.spec.action_space(game))
        self.cells = game.board.files * game.board.ranks
        self.flip = game.spec.flip
        kinds = action_codes.OWN + len(game.spec.kinds)
        self.numbers = array("i", [-1]) * (kinds * self.cells * self.cells)
        for number, code in enumerate(self.codes):
            self.numbers[self._place(code)] = number

    def __len__(self) -> int:
        return len(self.codes)

    def number(self, action: int, player: int) -> int:
        """Return the number of a player's action; raise ValueError if it has none."""
        number = self.numbers[self._place(self._seen(action, player))]
        if number < 0:
            raise ValueError(f"{self.name} has no action {action}")
        return number

    def action(self, number: int, player: int) -> int:
        """Return the action of a player that has this number."""
        return self._seen(self.codes[number], player)

    def _place(self, code: int) -> int:
        row = action_codes.kind_of(code) * self.cells + action_codes.origin_of(code)
        return row * self.cells + action_codes.target_of(code)

    def _seen(self, code: int, player: int) -> int:
        bare = action_codes.END <= action_codes.kind_of(code) <= action_codes.TIMEOUT
        return code if bare or not player else code ^ action_codes.action(0, self.flip, self.flip)


class Planes:
    """The inputs of a game's networks as planes of the board's size, filled with 0 and 1.

    Inputs that tell of no cell fill a plane. If the two sides of a game are different, and the board looks the same to
    both, the last plane is filled when player 1 is to move.
    """

    def __init__(self, game: Game) -> None:
        evaluator = game.spec.evaluator(game)
        self.cells = game.board.files * game.board.ranks
        self.on_cells = evaluator.input_count() // self.cells * self.cells
        flags = evaluator.input_count() - self.on_cells
        self.tells_mover = evaluator.heads > 1
        self.count = self.on_cells // self.cells + flags + self.tells_mover
        self.name = f"{game.key}-planes-v{PLANES_VERSION}"
        self.shape = (self.count, game.board.ranks, game.board.files)
