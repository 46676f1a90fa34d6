"""What a game says about its looks, for any screen: no rules in it, and no drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quincunx.core.sides import Side
from quincunx.words import Phrase, Text


@dataclass(frozen=True, slots=True)
class Board:
    """The geometry: files and ranks, marked cells (`corner`, `home-0` …), chequered or not.

    `mark_names` says in words what each mark is, for those who hear the board: `home of x`.
    """

    files: int
    ranks: int
    marks: Mapping[int, str] = field(default_factory=dict)
    chequered: bool = False
    mark_names: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Badge:
    """A small mark on a piece: a label and a value, and the most it can be where that says something (7/12)."""

    label: Text
    value: Text
    most: Text | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece on a cell: whose it is (0 or 1), one letter for it, its name, its badges and the effects on it.

    `shape` is its silhouette, a word that screens share: docs/adding-a-game.md lists them. One without is drawn by its
    letter. Screens draw badges and effects by what they are about, see `topic`.
    """

    owner: Side
    glyph: str
    name: Text
    badges: tuple[Badge, ...] = ()
    effects: tuple[Text, ...] = ()
    shape: str = ""

    def has(self, effect: str) -> bool:
        """Whether an effect of that word is on it."""
        return any(topic(each) == effect for each in self.effects)


def topic(text: Text) -> str:
    """What a text is about, for programs: the last part of a phrase's code, or the plain text itself."""
    return text.code.rpartition(".")[2] if isinstance(text, Phrase) else text


@dataclass(frozen=True, slots=True)
class HudRow:
    """A line beside the board: a label, and a value for each player or one for both, in words that stand alone.

    `pieces` are, in a row of captured pieces, those of each value, to be drawn.
    """

    label: Text
    values: tuple[Text, ...]
    pieces: tuple[tuple[Piece, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Strike:
    """One blow of a battle: from one cell at another, what it takes, what is left, whether the struck one falls.

    `notes` are words for what made it stronger or weaker; a screen shows them as they are.
    """

    origin: int
    target: int
    damage: int
    remaining: int
    falls: bool
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an action will do: the blows in order, the cells of those who fall, where movers end, what it restores.

    `moves` and `restored` are by the cell where a piece stands before the action; `restored` gives its gauge then.
    """

    strikes: tuple[Strike, ...]
    fallen: tuple[int, ...]
    moves: Mapping[int, int]
    restored: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    """A board as the game's document prints it, for a terminal: signs at its edges, one letter a cell, words beside it.

    `files` has a sign for each file from the left, `ranks` one for each rank from the top. In the words `{mover}` and
    `{winner}` are players (`nobody` where there is no winner), and `{Round}` is the one value of the HUD row with that
    label.
    """

    files: str
    ranks: str
    empty: str
    running: tuple[str, ...]
    over: tuple[str, ...]
    nobody: str
