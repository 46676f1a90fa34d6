"""Draws one cell of the board as rows of characters and colours, for any game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rich.segment import Segment
from rich.style import Style

from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.glyphs import Glyphs, Row
from quincunx.core.display import Badge, Piece
from quincunx.play.view import View

_EDGES = {"cursor": ("[", "]"), "taken": ("<", ">"), "hint": ("!", "!"), "takes": ("(", ")"), "last": (":", ":")}
_GROUNDS = {"taken": palette.TAKEN, "hint": palette.HINT, "takes": palette.TAKES, "last": palette.LAST}
_CHIPS = frozenset({"pawn", "knight", "bishop", "rook", "queen", "king"})  # drawn as a character on a chip
CHIP = 5  # columns of a full-sized chip
NUMBERED = 9  # columns from which a bar has its number beside it
LOW = 1 / 3  # share of the maximum at or below which a piece is in danger


@dataclass(frozen=True)
class Shown:
    """What a board shows besides its pieces."""

    view: View
    light: int = 1
    cursor: int | None = None
    taken: Collection[int] = ()
    targets: Mapping[int, bool] = field(default_factory=dict)  # by cell: whether something is captured there
    hint: Collection[int] = ()

    def words(self, cell: int) -> list[str]:
        """The marks of a cell, the most important first."""
        found = {
            "cursor": cell == self.cursor,
            "taken": cell in self.taken,
            "hint": cell in self.hint,
            "takes": self.targets.get(cell, False) and cell in self.view.pieces,
            "last": cell in self.view.last,
        }
        return [word for word, so in found.items() if so]


class CellArt:
    """Draws cells of one size."""

    def __init__(self, signs: Glyphs, width: int, height: int) -> None:
        self.signs = signs
        self.width = width
        self.height = height

    def row(self, shown: Shown, cell: int, number: int) -> list[Segment]:
        """One row of the cell, counted from the top."""
        words = shown.words(cell)
        ground = self._ground(shown, cell, words)
        inner = self._inner(shown, cell, number, ground)
        room = self.width - sum(len(segment.text) for segment in inner)
        left, right = self._edges(words, number)
        if room == 0 and len(inner) == 1:  # the piece fills the cell: draw over its edges
            (segment,) = inner
            return [Segment((left + segment.text[1:-1] + right)[: self.width], segment.style)]
        plain = Style(bgcolor=ground, color=palette.SIDES[1], bold=True)
        before = (left + " " * room)[: (room + 1) // 2]
        after = (" " * room + right)[-(room // 2) :] if room // 2 else ""
        return [Segment(before, plain), *inner, Segment(after, plain)]

    def _ground(self, shown: Shown, cell: int, words: list[str]) -> str:
        if words[:1] == ["cursor"] and self.height == 1 and words[1:] in ([], ["last"]):
            return palette.CURSOR
        for word in words:
            if word in _GROUNDS:
                return _GROUNDS[word]
        board = shown.view.board
        mark = board.marks.get(cell, "")
        if mark.startswith("home-"):
            return palette.HOMES[int(mark[-1]) == shown.light]
        if mark:
            return palette.MARKED
        return palette.TILES[board.chequered][(cell % board.files + cell // board.files) % 2]

    def _edges(self, words: list[str], number: int) -> tuple[str, str]:
        """The characters at both ends of the row: the cursor's always, other marks' only if colour is not enough."""
        middle = number == self._middle()
        if words[:1] == ["cursor"]:
            part = 0 if number == 0 else 2 if number == self.height - 1 else 1
            if self.height == 1:
                return "[", "]"
            return self.signs.frame[0][part], self.signs.frame[1][part]
        if self.signs.edged and words and middle:
            return _EDGES[words[0]]
        return " ", " "

    def _middle(self) -> int:
        return (self.height - 1) // 2

    def _inner(self, shown: Shown, cell: int, number: int, ground: str) -> list[Segment]:
        piece = shown.view.pieces.get(cell)
        if piece is None:
            return [self._empty(shown, cell, ground)] if number == self._middle() else []
        bar = bar_badge(piece) if self.height > 1 else None
        if bar is not None and number == self.height - 1:
            return self._bar(bar, ground)
        height = self.height - (bar is not None)
        if piece.shape in _CHIPS or not piece.shape:
            return self._chip(piece, number, height, shown.light, ground)
        rows = self.signs.piece(piece, height)
        top = (height - len(rows) + 1) // 2 if len(rows) < self.height else 0
        if not top <= number < top + len(rows):
            return []
        return self._signs(piece, rows[number - top], shown.light, ground)

    def _empty(self, shown: Shown, cell: int, ground: str) -> Segment:
        if cell in shown.targets:
            sign = self.signs.takes if shown.targets[cell] else self.signs.target
            return Segment(sign, Style(color=palette.SIDES[1], bgcolor=ground, bold=True))
        mark = self.signs.marks.get(shown.view.board.marks.get(cell, ""), self.signs.empty)
        return Segment(mark, Style(color=palette.WARN if mark != "." else palette.MARK_INK, bgcolor=ground))

    def _signs(self, piece: Piece, row: Row, light: int, ground: str) -> list[Segment]:
        colour = self._colour(piece, light)
        straight, exchanged = Style(color=colour, bgcolor=ground), Style(color=ground, bgcolor=colour)
        return [Segment(sign, exchanged if inverse else straight) for sign, inverse in row]

    def _chip(self, piece: Piece, number: int, height: int, light: int, ground: str) -> list[Segment]:
        """A single character on a chip in its side's colour, as large as fits."""
        colour, ink = self._colour(piece, light), palette.SIDES[1 - int(piece.owner == light)]
        large = self.width > CHIP and not self.signs.edged
        text = self.signs.piece(piece, 1)[0][0][0]
        if not self.signs.edged and self.width > 2:
            text = text.center(CHIP if large else 3)
        rows = [Segment(text, Style(color=ink, bgcolor=colour, bold=True))]
        if large:
            edge = Style(color=colour, bgcolor=ground)
            rows = [Segment("▄" * CHIP, edge), *rows, Segment("▀" * CHIP, edge)][:height]
        at = number - (height - len(rows) + 1) // 2
        return [rows[at]] if 0 <= at < len(rows) else []

    def _colour(self, piece: Piece, light: int) -> str:
        return (palette.HALF if piece.has("captured") else palette.SIDES)[int(piece.owner == light)]

    def _bar(self, badge: Badge, ground: str) -> list[Segment]:
        """The badge's value and maximum as a bar that fits the cell."""
        amount = f"{badge.value:>3}" if self.width >= NUMBERED else ""
        length = self.width - 2 - len(amount)
        share = float(badge.value) / float(badge.most or 1)
        full = max(0, min(length, round(share * length))) or int(share > 0)
        colour = palette.WARN if share <= LOW else palette.SIDES[1]
        return [
            Segment(self.signs.full * full, Style(color=colour, bgcolor=ground, bold=True)),
            Segment(self.signs.spent * (length - full), Style(color=palette.MARK_INK, bgcolor=ground)),
            Segment(amount, Style(color=colour, bgcolor=ground)),
        ]


def bar_badge(piece: Piece) -> Badge | None:
    """The badge to draw as a bar: the first one with a maximum above 0."""
    for badge in piece.badges:
        if badge.most is not None and badge.most.isdigit() and badge.most != "0":
            return badge
    return None
