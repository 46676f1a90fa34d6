"""Games as text: positions and records."""

from __future__ import annotations

from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.notation.position import read_position, write_position
from quincunx.notation.record import Record, read_record


class Text:
    """The notation that all games share."""

    def write_position(self, state: State) -> str:
        """The state as one line."""
        return write_position(state)

    def read_position(self, game: Game, text: str) -> State:
        """The state that a line describes."""
        return read_position(game, text)

    def read_record(self, game: Game, text: str) -> Record:
        """The record that a text holds."""
        return read_record(game, text)


TEXT = Text()
