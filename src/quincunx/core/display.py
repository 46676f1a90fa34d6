"""What a game provides for display on any screen: no rules and no drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quincunx.core.sides import Side
from quincunx.words import Phrase, Text


@dataclass(frozen=True, slots=True)
class Board:
    """The board's geometry: files and ranks, marked cells (`knot`, `home-0` …), chequered or not.

    `mark_names` describes each mark for screen readers: `home of x`.
    """

    files: int
    ranks: int
    marks: Mapping[int, str] = field(default_factory=dict)
    chequered: bool = False
    mark_names: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Badge:
    """A small mark on a piece: a label, a value, and optionally the maximum (7/12)."""

    label: Text
    value: Text
    most: Text | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell: its owner (0 or 1), its letter, name and badges, and the effects on it.

    `shape` names its silhouette, and `emblems` the small drawings on it; docs/adding-a-game.md lists the names. A piece
    without a shape is drawn as its letter. Programs recognise effects by their topic, see `topic`.
    """

    owner: Side
    glyph: str
    name: Text
    badges: tuple[Badge, ...] = ()
    effects: tuple[Text, ...] = ()
    shape: str = ""
    emblems: tuple[str, ...] = ()

    def has(self, effect: str) -> bool:
        """Return whether the piece has an effect with this topic."""
        return any(topic(each) == effect for each in self.effects)


def topic(text: Text) -> str:
    """Return the topic of a text, for programs: the last part of a phrase's code, or the plain text itself."""
    return text.code.rpartition(".")[2] if isinstance(text, Phrase) else text


@dataclass(frozen=True, slots=True)
class HudRow:
    """A line beside the board: a label, and one value per player or one for both. Values read well on their own.

    In a row of captured pieces, `pieces` has the pieces to draw for each value.
    """

    label: Text
    values: tuple[Text, ...]
    pieces: tuple[tuple[Piece, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class GaugeChange:
    """A change of a piece's gauge, which is its badge with a maximum: by the piece on `origin`, to the one on `target`.

    `amount` is added to the gauge, which leaves `remaining`. The game says in `text` what happens, in `result` what is
    left, and in `notes` what made the change larger or smaller; screens show these texts unchanged.
    """

    origin: int
    target: int
    amount: int
    remaining: int
    text: Text
    result: Text
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Forecast:
    """The effects of an action: the changes in order, the cells of pieces that leave the board, where pieces end up.

    The keys of `moves` are the pieces' cells before the action. `notes` are further sentences from the game.
    """

    changes: tuple[GaugeChange, ...]
    removed: tuple[int, ...]
    moves: Mapping[int, int]
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The terminal board in the form of the game's source document: edge signs, a letter per cell, words beside it.

    `files` has a sign for each file from the left, `ranks` one for each rank from the top. The placeholders `{mover}`
    and `{winner}` become players (`nobody` if there is no winner), and `{Round}` becomes the value of the HUD row with
    that label.
    """

    files: str
    ranks: str
    empty: str
    running: tuple[str, ...]
    over: tuple[str, ...]
    nobody: str
