"""The lobby screen: who is online and who is looking for a game, updated every few seconds."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from quincunx.clients.language import say, t
from quincunx.clients.terminal.seats.lobby import NOBODY, Pick, guests, heading, picks
from quincunx.core.errors import QuincunxError

if TYPE_CHECKING:
    from quincunx.protocol.lobby import LobbyShown

EVERY = 3.0  # seconds between updates


class LobbyScreen(ModalScreen[Pick | None]):
    """Lets the player pick an opponent with the arrows and Enter or with a click; None if cancelled."""

    DEFAULT_CSS = """
    LobbyScreen { align: center middle; background: $background 40%; }
    LobbyScreen > Vertical { width: 74; max-width: 100%; height: auto; background: $panel; padding: 1 2; }
    LobbyScreen OptionList { height: auto; max-height: 14; background: $panel; padding: 0; }
    LobbyScreen Static { width: 1fr; margin-bottom: 1; }
    LobbyScreen #foot { margin: 1 0 0 0; color: $foreground 60%; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]

    class Looked(Message):
        """There is an updated list."""

        def __init__(self, lobby: LobbyShown) -> None:
            super().__init__()
            self.lobby = lobby

    def __init__(self, lobby: LobbyShown, me: str, look: Callable[[], LobbyShown], words: str = "") -> None:
        super().__init__()
        self.lobby = lobby
        self.me = me
        self.look = look
        self.words = words  # the last error, if any
        self.shown: list[Pick] = []
        self.guests: list[str] = []  # shown below; they cannot be picked

    def compose(self) -> ComposeResult:
        """The number of players, and the list."""
        with Vertical():
            yield Static(id="heading", markup=False)
            yield OptionList(markup=False, compact=True)
            yield Static(t("screens.keys.lobby"), id="foot")

    def on_mount(self) -> None:
        """Show the list, and start to update it."""
        self._show()
        self.set_interval(EVERY, self._look_again)

    def on_lobby_screen_looked(self, event: Looked) -> None:
        """Show the updated list."""
        self.lobby = event.lobby
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pick with Enter or a click."""
        if event.option_index < len(self.shown):
            self.dismiss(self.shown[event.option_index])

    def _look_again(self) -> None:
        threading.Thread(target=self._run, name="lobby", daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(QuincunxError, OSError):  # keep the old list
            self.post_message(self.Looked(self.look()))

    def _show(self) -> None:
        """Show the list, with the same player highlighted as before."""
        options = self.query_one(OptionList)
        found, others = picks(self.lobby, self.me), guests(self.lobby, self.me)
        self.query_one("#heading", Static).update(f"{self.words}{heading(self.lobby)}")
        if options.option_count and (found, others) == (self.shown, self.guests):
            return
        at = options.highlighted
        before = self.shown[at] if at is not None and at < len(self.shown) else None
        self.shown, self.guests = found, others
        options.clear_options()
        options.add_options([pick.words for pick in found])
        options.add_options([Option(words, disabled=True) for words in others or ([] if found else [say(NOBODY)])])
        options.highlighted = (found.index(before) if before in found else 0) if found else None
