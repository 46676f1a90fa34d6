"""The help screen: the keys and the rules."""

from __future__ import annotations

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from quincunx.clients.language import say, spoken, t
from quincunx.core.spec import Spec
from quincunx.play.rulebook import rules_text


class HelpScreen(Screen[None]):
    """Shows the keys, then the rules; the arrows scroll."""

    DEFAULT_CSS = """
    HelpScreen { background: $background; }
    HelpScreen VerticalScroll { padding: 0 2; scrollbar-size: 1 1; }
    HelpScreen #foot { dock: bottom; height: 1; background: $panel; padding: 0 1; }
    """
    BINDINGS = [
        Binding("escape,q,Q,question_mark,enter", "dismiss(None)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("pageup,b", "page(-1)", show=False),
    ]

    def __init__(self, spec: Spec, keys: str) -> None:
        super().__init__()
        self.spec = spec
        self.keys = keys

    def compose(self) -> ComposeResult:
        """One long page."""
        with VerticalScroll():
            yield Static(Markdown(f"{self.keys}\n\n{say(rules_text(self.spec, spoken()))}"))
        yield Static(t("screens.keys.help"), id="foot")

    def on_mount(self) -> None:
        """Set the focus, so that the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_page(self, way: int) -> None:
        """Scroll a page down or up."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=way * max(1, scroll.size.height - 2), animate=False)
