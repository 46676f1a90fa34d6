"""The start menu: up and down select a row, left and right change its value, Enter plays."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Sequence
from typing import Protocol

from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.dialogs import Ask
from quincunx.clients.terminal.screens.help_screen import HelpScreen
from quincunx.clients.terminal.screens.key_bar import KeyBar
from quincunx.clients.terminal.screens.menu_form import LEFT, MenuForm, Row
from quincunx.clients.terminal.screens.online_wizard import OnlineWizard, ServerSource
from quincunx.clients.terminal.seats.match_settings import MOST_NAME, MatchSettings, UnfinishedMatch
from quincunx.clients.terminal.text.messages import sentence
from quincunx.core.errors import QuincunxError

TITLE = "Q U I N C U N X"
LABEL = 14  # minimum width of the labels
FIRST = 4  # the line of the first row
BELOW = 3  # lines to keep visible: the row, the next one, and the footer


class SeatSource(ServerSource, Protocol):
    """A source of seats."""

    def open(self, settings: MatchSettings) -> MatchSeat:
        """Create a match with these settings and return its seat."""

    def waiting(self) -> list[UnfinishedMatch]:
        """The unfinished matches, the latest first."""

    def take_up(self, id: str) -> MatchSeat:
        """Resume one of them."""


class MenuScreen(Screen[MatchSeat | None]):
    """Asks what to play, and returns a seat."""

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
        Binding("enter", "play", show=False),
        Binding("escape", "back", show=False),
        Binding("question_mark", "help", show=False),
    ]

    class Found(Message):
        """Unfinished matches have been found."""

        def __init__(self, waiting: Sequence[UnfinishedMatch]) -> None:
            super().__init__()
            self.waiting = waiting

    def __init__(self, form: MenuForm, seats: SeatSource) -> None:
        super().__init__()
        self.form = form
        self.seats = seats
        self.at = 0

    def compose(self) -> ComposeResult:
        """One card."""
        with Vertical(id="card"):
            yield Static(id="rows")
        yield KeyBar(t("screens.keys.menu"))

    def on_mount(self) -> None:
        """Show the rows, and look for unfinished matches in the background."""
        self.draw()
        threading.Thread(target=self._look, name="left", daemon=True).start()

    def _look(self) -> None:
        with contextlib.suppress(QuincunxError, OSError):  # starting a match will show the error
            self.post_message(self.Found(self.seats.waiting()))

    def on_menu_screen_found(self, event: Found) -> None:
        """Offer the unfinished matches."""
        self.form.left = event.waiting
        self.draw()

    def draw(self, words: str = "") -> None:
        """Draw the title, the rows, and the help on the selected one or the given text."""
        rows = self.form.rows()
        self.at = min(self.at, len(rows) - 1)
        text = Text()
        text += Text(f"{TITLE}\n", Style(color=palette.ACCENT, bold=True))
        text += Text(f"{t('screens.menu.subtitle')}\n\n", Style(color=palette.SOFT))
        label = max(LABEL, *(len(say(row.label)) + 1 for row in rows))
        for number, row in enumerate(rows):
            text += _line(row, number == self.at, label)
        help = words or say(rows[self.at].help) or say(rows[0].help)
        text += Text(f"\n{help}", Style(color=palette.WARN if words else palette.SOFT))
        self.query_one("#rows", Static).update(text)
        self.scroll_to(y=max(0, FIRST + self.at + BELOW - self.size.height), animate=False)  # keep the row in view

    def action_go(self, step: int) -> None:
        """Select another row."""
        self.at = (self.at + step) % len(self.form.rows())
        self.draw()

    def action_change(self, step: int) -> None:
        """Change the value of the row."""
        self.form.change(self.form.rows()[self.at].name, step)
        self.draw()

    def on_click(self, event: events.Click) -> None:
        """Select the clicked row and change its value."""
        offset = event.get_content_offset(self.query_one("#rows"))
        number = -1 if offset is None else offset.y - FIRST + 1
        if 0 <= number < len(self.form.rows()):
            self.at = number
            self.action_change(-1 if event.button != 1 else 1)

    @work(exclusive=True)
    async def action_play(self) -> None:
        """Start or resume a match, and show the error if that fails."""
        try:
            seat = await self._seat()
        except (QuincunxError, OSError) as error:
            self.draw(sentence(error))
            return
        if seat is not None:
            self.dismiss(seat)

    async def _seat(self) -> MatchSeat | None:
        if self.form.rows()[self.at].name == LEFT:
            return self.seats.take_up(self.form.waiting.id)
        if self.form.is_beside_friend and not await self._ask_for_friend():
            return None
        settings = self.form.settings(secrets.randbelow)
        if settings.online is None:
            return self.seats.open(settings)
        return await OnlineWizard(self.app, self.seats, settings).seat()

    async def _ask_for_friend(self) -> bool:
        """Ask for the friend's name, which is suggested next time; return whether one was given."""
        name = await self.app.push_screen_wait(Ask(t("screens.menu.friend_name"), self.form.friend))
        self.form.friend = " ".join(name.split())[:MOST_NAME] if name else self.form.friend
        return name is not None

    def action_back(self) -> None:
        """Return to the game behind the menu, if there is one."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Show the rules of the chosen game."""
        self.app.push_screen(HelpScreen(self.form.spec, t("screens.help.menu_keys")))


def _line(row: Row, here: bool, label: int) -> Text:
    value = say(row.shown)
    text = Text()
    text += Text("▸ " if here else "  ", Style(color=palette.ACCENT, bold=True))
    text += Text(f"{say(row.label):<{label}}", Style(color=palette.INK if here else palette.SOFT))
    text += Text(f"◂ {value} ▸" if here else f"  {value}", Style(color=palette.INK, bold=here))
    return text + Text("\n")
