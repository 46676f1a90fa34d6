"""The HUD beside the board: a line for each count, with captured pieces drawn."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from quincunx.clients.language import say
from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.text.board import captured
from quincunx.core.display import HudRow, Piece
from quincunx.play.view import View

_SOFT = Style(color=palette.SOFT)
_INDENT = 1


def hud(shown: View, width: int, light: int, signs: Glyphs) -> Text:
    """All rows, with the labels in a separate column if there is room."""
    lengths = [len(say(row.label)) for row in shown.hud]
    labels = max((length for length in lengths if length < width // 2), default=0)
    lines = Text(no_wrap=True, overflow="ellipsis")
    for row in shown.hud:
        for words in _worded(row, labels, width):
            lines += Text(f"{words}\n", _SOFT)
        for pieces in filter(None, row.pieces):
            lines += _drawn(pieces, width, light, signs)
    lines.right_crop(1)
    return lines


def _worded(row: HudRow, labels: int, width: int) -> list[str]:
    """The row in as few lines as possible: values beside the label, one below the other, or below the label."""
    label = say(row.label)
    if not row.pieces:
        values = list(map(say, row.values))
        wide = f"{label:<{labels}}  {'  :  '.join(values)}"
        return [wide if len(wide) <= width else f"{label:<{labels}} {' : '.join(values)}"]
    values = captured(row)
    joined = ", ".join(values)
    if labels + 2 + len(joined) <= width:
        return [f"{label:<{labels}}  {joined}"]
    if labels + 2 + max(map(len, values)) <= width:
        return [f"{label if not number else '':<{labels}}  {value}" for number, value in enumerate(values)]
    return [label, *(" " * _INDENT + value for value in values)]


def _drawn(pieces: tuple[Piece, ...], width: int, light: int, signs: Glyphs) -> Text:
    """The pieces side by side in their colours, wrapped as needed."""
    line, room = Text(), width - _INDENT
    for first in range(0, len(pieces), room):
        line += Text(" " * _INDENT)
        for piece in pieces[first : first + room]:
            ((sign, _),) = signs.piece(piece, 1)[0][:1]
            line += Text(sign, Style(color=palette.SIDES[1] if piece.owner == light else palette.HALF[0]))
        line += Text("\n")
    return line
