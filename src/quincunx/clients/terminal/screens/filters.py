"""Filters for terminals without colours or non-ASCII characters."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from quincunx.clients.terminal.text.character_set import ascii_text


class NoColour(LineFilter):
    """Removes colours, and keeps bold, underline and reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments without colours."""
        return [Segment(text, _plain(style), control) for text, style, control in segments]


class AsciiOnly(LineFilter):
    """Replaces non-ASCII characters with the nearest ASCII ones."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments in ASCII."""
        return [Segment(ascii_text(text), style, control) for text, style, control in segments]


def _plain(style: Style | None) -> Style:
    if style is None:
        return Style.null()
    return Style(bold=style.bold, underline=style.underline, reverse=style.reverse, dim=style.dim)
