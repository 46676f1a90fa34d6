"""The line of keys at the bottom of a screen: as many as fit."""

from __future__ import annotations

from textual import events
from textual.widgets import Static


class KeyBar(Static):
    """Shows the first of its lines that fits. The longest line is first; the shortest has the most important keys."""

    def __init__(self, lines: str) -> None:
        self.lines = lines.split("\n")
        super().__init__(self.lines[0], id="foot", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Show the line that fits now."""
        width = event.size.width
        self.update(next((line for line in self.lines if len(line) <= width), self.lines[-1]))
