"""While nobody sits on the other side: the link to give away."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

LINK = "Give this link to the one you want to play with:"
NO_LINK = "Waiting for the other player."
FOOT = """\
The game begins when somebody has come.
Esc looks at the board   Q quits: the match stays open"""


class Inviting(ModalScreen[None]):
    """Stays until the other player has come, or Escape."""

    DEFAULT_CSS = """
    Inviting { align: center middle; background: $background 40%; }
    Inviting > Static { width: auto; max-width: 100%; height: auto; background: $panel; padding: 1 2; }
    """
    BINDINGS = [("escape", "dismiss(None)", "Back"), ("q,Q", "app.quit", "Quit")]

    def __init__(self, link: str) -> None:
        super().__init__()
        self.link = link

    def compose(self) -> ComposeResult:
        """The link, and what comes then."""
        words = f"{LINK}\n\n{self.link}" if self.link else NO_LINK
        yield Static(f"{words}\n\n{FOOT}", markup=False)
