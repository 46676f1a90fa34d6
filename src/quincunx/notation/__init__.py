"""Notation for positions and records, and pictures of positions."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.notation.position import read_position, write_position
from quincunx.notation.record import Record, is_own, read_record
from quincunx.words import phrase

RECORD = "record"  # the name of the format that all games share


def written(record: Record, format: str, headers: Mapping[str, str] | None = None) -> str:
    """Return the record in the format with this name; raise OptionError if the game has no such format."""
    own = record.game.spec.record_format(record.game)
    if format.lower() == RECORD:
        return record.text()
    if own is None or own.suffix != format.lower():
        known = [RECORD] if own is None else [RECORD, own.suffix]
        problem = phrase("notation.no_format", game=record.game.spec.title, format=f"{format!r:.20}", known=known)
        raise OptionError(problem)
    return own.write(record, headers or {})


class Text:
    """The notation that all games share."""

    def write_position(self, state: State) -> str:
        """Return the state as one line."""
        return write_position(state)

    def read_position(self, game: Game, text: str) -> State:
        """Return the state that a line describes."""
        return read_position(game, text)

    def read_record(self, game: Game, text: str) -> Record:
        """Return the record in the text, which is in our own notation or in another format of the game."""
        format = game.spec.record_format(game)
        if format is None or is_own(game, text):
            return read_record(game, text)
        first: Record = format.read(game, text)[0]
        return first

    def draw(self, state: State) -> str:
        """Return a picture of the state, as SVG."""
        from quincunx.notation.picture.svg import svg  # only programs that show pictures need it

        return svg(state)


TEXT = Text()
