"""The line at the bottom of a screen: as many keys as there is room for."""

from __future__ import annotations

from textual import events
from textual.widgets import Static


class KeyBar(Static):
    """Shows the first of its lines that fits: the longest stands first, the weightiest keys stay to the last."""

    def __init__(self, lines: str) -> None:
        self.lines = lines.split("\n")
        super().__init__(self.lines[0], id="foot", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Another one may fit now."""
        width = event.size.width
        self.update(next((line for line in self.lines if len(line) <= width), self.lines[-1]))
