"""What a game provides for display on any screen: no rules and no drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quincunx.core.sides import Side
from quincunx.words import Phrase, Text


@dataclass(frozen=True, slots=True)
class Board:
    """The board's geometry: files and ranks, marked cells (`corner`, `home-0` …), chequered or not.

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

    `shape` names its silhouette; docs/adding-a-game.md lists the names. A piece without one is drawn as its letter.
    Screens choose how to draw badges and effects by their topic, see `topic`.
    """

    owner: Side
    glyph: str
    name: Text
    badges: tuple[Badge, ...] = ()
    effects: tuple[Text, ...] = ()
    shape: str = ""

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
class Strike:
    """One blow in a battle: the striking and the struck cell, the damage, what is left, and whether the target falls.

    `notes` name what made the blow stronger or weaker; screens show them unchanged.
    """

    origin: int
    target: int
    damage: int
    remaining: int
    falls: bool
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Forecast:
    """The effects of an action: the blows in order, the cells of fallen pieces, where pieces end up, what it restores.

    The keys of `moves` and `restored` are the pieces' cells before the action; `restored` has their gauge afterwards.
    """

    strikes: tuple[Strike, ...]
    fallen: tuple[int, ...]
    moves: Mapping[int, int]
    restored: Mapping[int, int] = field(default_factory=dict)


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
