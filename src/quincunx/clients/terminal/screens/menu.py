"""The start menu: up and down between the rows, left and right between their values, Enter plays."""

from __future__ import annotations

import secrets

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.form import Form, Row
from quincunx.clients.terminal.screens.helping import HelpScreen
from quincunx.clients.terminal.settings import Settings
from quincunx.core.errors import OptionError

FOOT = "Up Down choose   Left Right change   Enter play   ? rules   Esc back   Q quit"
KEYS = "# Keys\n\nUp and Down go between the rows, Left and Right change a value, Enter begins to play."
TITLE = "Q U I N C U N X"
LABEL = 12  # columns for the labels
FIRST = 4  # the line of the first row


class MenuScreen(Screen[Settings | None]):
    """Asks what to play, and answers with the settings."""

    DEFAULT_CSS = """
    MenuScreen { background: $background; align: center middle; }
    MenuScreen #card { width: 64; height: auto; background: $surface; padding: 1 3; }
    MenuScreen #foot { dock: bottom; height: 1; padding: 0 1; color: $foreground 60%; }
    """
    BINDINGS = [
        Binding("up", "go(-1)", show=False),
        Binding("down,tab", "go(1)", show=False),
        Binding("left", "change(-1)", show=False),
        Binding("right,space", "change(1)", show=False),
        Binding("enter", "play", "Play"),
        Binding("escape", "back", "Back"),
        Binding("question_mark", "help", "Rules"),
    ]

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form
        self.at = 0

    def compose(self) -> ComposeResult:
        """One card."""
        with Vertical(id="card"):
            yield Static(id="rows")
        yield Static(FOOT, id="foot", markup=False)

    def on_mount(self) -> None:
        """Show the rows."""
        self.draw()

    def draw(self, words: str = "") -> None:
        """The title, the rows, and what is to be said about the one chosen."""
        rows = self.form.rows()
        self.at = min(self.at, len(rows) - 1)
        text = Text()
        text += Text(f"{TITLE}\n", Style(color=palette.ACCENT, bold=True))
        text += Text("Five board games at one table\n\n", Style(color=palette.SOFT))
        for number, row in enumerate(rows):
            text += _line(row, number == self.at)
        help = words or rows[self.at].help or rows[0].help
        text += Text(f"\n{help}", Style(color=palette.WARN if words else palette.SOFT))
        self.query_one("#rows", Static).update(text)

    def action_go(self, step: int) -> None:
        """Another row."""
        self.at = (self.at + step) % len(self.form.rows())
        self.draw()

    def action_change(self, step: int) -> None:
        """Another value."""
        self.form.change(self.form.rows()[self.at].name, step)
        self.draw()

    def on_click(self, event: events.Click) -> None:
        """A click goes to a row and changes it."""
        offset = event.get_content_offset(self.query_one("#rows"))
        number = -1 if offset is None else offset.y - FIRST + 1
        if 0 <= number < len(self.form.rows()):
            self.at = number
            self.action_change(-1 if event.button != 1 else 1)

    def action_play(self) -> None:
        """Begin."""
        try:
            self.dismiss(self.form.settings(secrets.randbelow))
        except OptionError as error:
            self.draw(str(error))

    def action_back(self) -> None:
        """To the game that was left for the menu, if there is one."""
        self.dismiss(None)

    def action_help(self) -> None:
        """The rules of the game chosen."""
        self.app.push_screen(HelpScreen(self.form.spec, KEYS))


def _line(row: Row, here: bool) -> Text:
    value = row.values[row.chosen]
    text = Text()
    text += Text("▸ " if here else "  ", Style(color=palette.ACCENT, bold=True))
    text += Text(f"{row.label:<{LABEL}}", Style(color=palette.INK if here else palette.SOFT))
    text += Text(f"◂ {value} ▸" if here else f"  {value}", Style(color=palette.INK, bold=here))
    return text + Text("\n")
