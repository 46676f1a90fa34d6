"""The keys and the rules, to read."""

from __future__ import annotations

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from quincunx.core.spec import Spec
from quincunx.play.rulebook import rules_text

KEYS = """\
# Keys

| key | what it does |
|---|---|
| arrows | move the cursor |
| Enter, Space, click | select a piece, then its target |
| Z | select the piece under the cursor |
| X | move it to the square under the cursor; X again continues the turn |
| C | end the turn |
| Escape, right click | deselect the piece |
| H | show a hint; it is not played |
| U | take back your last turn |
| F | turn the board around |
| O | resign, offer a draw, answer an offer |
| G | continue with the second game of two |
| V | switch to the screen of the game's document, where it has one |
| Page Up, Page Down | earlier and later moves |
| N | a new game |
| Q | quit |
"""


class HelpScreen(Screen[None]):
    """The keys first, then the rules; the arrows scroll."""

    DEFAULT_CSS = """
    HelpScreen { background: $background; }
    HelpScreen VerticalScroll { padding: 0 2; scrollbar-size: 1 1; }
    HelpScreen #foot { dock: bottom; height: 1; background: $panel; padding: 0 1; }
    """
    BINDINGS = [
        Binding("escape,q,Q,question_mark,enter", "dismiss(None)", "Back"),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("pageup,b", "page(-1)", show=False),
    ]

    def __init__(self, spec: Spec, keys: str) -> None:
        super().__init__()
        self.spec = spec
        self.keys = keys

    def compose(self) -> ComposeResult:
        """All on one long page."""
        with VerticalScroll():
            yield Static(Markdown(f"{self.keys}\n\n{rules_text(self.spec)}"))
        yield Static("Escape back   Up Down Space scroll", id="foot")

    def on_mount(self) -> None:
        """The arrows scroll at once."""
        self.query_one(VerticalScroll).focus()

    def action_page(self, way: int) -> None:
        """A page on, or back."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=way * max(1, scroll.size.height - 2), animate=False)
