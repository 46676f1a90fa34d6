"""How a program outside is told positions and actions: by the game's own texts, or by a protocol that others speak."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quincunx.core.game import Game
    from quincunx.core.state import State


class Codec:
    """The game's own texts."""

    is_uci = False  # whether programs that speak UCI understand it

    def write(self, state: State, action: int) -> str:
        """A legal action as text."""
        return state.text(action)

    def read(self, state: State, text: str) -> int:
        """The legal action that a text names; ActionError where there is none."""
        return state.parse(text)

    def position(self, game: Game, text: str) -> State:
        """The state of a position's text; PositionError says what is wrong with it."""
        return game.position(text)
