"""Encodes positions and actions for external programs: in the game's own notation, or in a protocol such as UCI."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quincunx.core.game import Game
    from quincunx.core.state import State


class Codec:
    """Encodes positions and actions in the game's own notation."""

    is_uci = False  # whether UCI programs understand it

    def write(self, state: State, action: int) -> str:
        """Return a legal action as text."""
        return state.text(action)

    def read(self, state: State, text: str) -> int:
        """Return the legal action that the text names; raise ActionError if there is none."""
        return state.parse(text)

    def position(self, game: Game, text: str) -> State:
        """Return the state that a position's text describes; raise PositionError if it is invalid."""
        return game.position(text)
