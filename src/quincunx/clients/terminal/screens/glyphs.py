"""The characters for pieces and marks, in Unicode and in plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quincunx.core.display import Piece

Sign = tuple[str, bool]  # a character, and whether its colours are swapped
Row = tuple[Sign, ...]

_EIGHTHS = " ▁▂▃▄▅▆▇█"  # blocks by height, from the bottom


def _rising(heights: str) -> Row:
    """A row of blocks that rise from its bottom, with their heights in eighths."""
    return tuple((_EIGHTHS[int(height)], False) for height in heights)


def _hanging(heights: str) -> Row:
    """A row of blocks that hang from its top. There are no such characters, so the empty part is drawn, inverted."""
    return tuple((_EIGHTHS[8 - int(height)], height != "0") if height != "8" else ("█", False) for height in heights)


def _drawing(top: str, bottom: str, between: int = 0) -> tuple[Row, ...]:
    """A piece: how far it extends up and down in each column, with full rows between."""
    return (_rising(top), *(_rising("8" * len(top)) for _ in range(between)), _hanging(bottom))


@dataclass(frozen=True)
class Glyphs:
    """The characters of one set: pieces of one, two and three rows by shape, marks, and the edges of cells."""

    small: Mapping[str, str]
    middle: Mapping[str, tuple[Row, ...]]
    large: Mapping[str, tuple[Row, ...]]
    marks: Mapping[str, str]
    empty: str
    target: str
    takes: str  # a target where something is captured
    full: str
    spent: str
    frame: tuple[str, str]  # the cursor's left and right edge: first row, middle rows, last row
    edged: bool  # whether marks shown by colour also need characters

    def piece(self, piece: Piece, height: int) -> tuple[Row, ...]:
        """The piece in at most that many rows."""
        if height >= 3 and piece.shape in self.large:
            return self.large[piece.shape]
        if height >= 2 and piece.shape in self.middle:
            return self.middle[piece.shape]
        return (((self.small.get(piece.shape, piece.glyph), False),),)


UNICODE = Glyphs(
    small={
        "disc": "●",
        "square": "■",
        "faceted": "◆",
        "crowned": "♚",
        "ridged": "●",
        "ridged-king": "♛",
        "two-faced": "●",
        "pawn": "♟",
        "knight": "♞",
        "bishop": "♝",
        "rook": "♜",
        "queen": "♛",
        "king": "♚",
    },
    middle={
        "disc": _drawing("464", "464"),
        "square": _drawing("666", "666"),
        "faceted": _drawing("272", "272"),
        "crowned": _drawing("737", "666"),
        "ridged": _drawing("464", "464"),
        "ridged-king": _drawing("737", "464"),
        "two-faced": _drawing("464", "464"),
    },
    large={
        "disc": _drawing("25652", "25652", 1),
        "square": _drawing("55555", "55555", 1),
        "faceted": _drawing("02620", "02620", 1),
        "crowned": _drawing("72727", "45654", 1),
        "ridged": _drawing("25652", "25652", 1),
        "ridged-king": _drawing("72727", "25652", 1),
        "two-faced": _drawing("25652", "25652", 1),
    },
    marks={"ringed-knot": "⌘", "knot": "⌘"},
    empty=" ",
    target="•",
    takes="◎",
    full="━",
    spent="╌",
    frame=("┏┃┗", "┓┃┛"),
    edged=False,
)
ASCII = Glyphs(
    small={},
    middle={},
    large={},
    marks={"ringed-knot": "+", "knot": "+"},
    empty=".",
    target="*",
    takes="x",
    full="=",
    spent="-",
    frame=("[[[", "]]]"),
    edged=True,
)
