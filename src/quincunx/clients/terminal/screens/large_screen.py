"""The large board: a match screen for every game."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Static

from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens.board_view import BoardView
from quincunx.clients.terminal.screens.cell_art import Shown
from quincunx.clients.terminal.screens.cell_info import pointed
from quincunx.clients.terminal.screens.draft import Draft
from quincunx.clients.terminal.screens.draft_screen import DraftScreen
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.screens.key_bar import KeyBar
from quincunx.clients.terminal.screens.side_panel import SidePanel
from quincunx.clients.terminal.text import legs, messages
from quincunx.core.display import HudRow
from quincunx.play.view import View, view

NARROW = 64  # columns: with fewer only the board is shown
WIDE = 110  # columns from which the side panel is wider


class LargeScreen(DraftScreen):
    """The large screen: a board as large as fits, with a side panel."""

    DEFAULT_CSS = """
    LargeScreen { background: $background; }
    LargeScreen #title { height: 1; background: $panel; padding: 0 1; }
    LargeScreen #middle { height: 1fr; }
    LargeScreen #board { width: 1fr; height: 1fr; }
    LargeScreen #message { height: auto; min-height: 1; max-height: 5; padding: 0 1; color: $accent; text-style: bold; }
    LargeScreen #foot { height: 1; padding: 0 1; color: $foreground 60%; }
    LargeScreen.narrow SidePanel { display: none; }
    LargeScreen.wide SidePanel { width: 40; }
    """
    BINDINGS = [
        Binding("f,F", "flip", show=False),
        Binding("pageup", "scroll_moves(1)", show=False),
        Binding("pagedown", "scroll_moves(-1)", show=False),
    ]

    def __init__(self, seat: MatchSeat, signs: Glyphs) -> None:
        self.back = 0  # turns scrolled back in the list of moves
        self.message = ""
        super().__init__(seat, signs)

    # -- the parts --

    def compose(self) -> ComposeResult:
        """The title, the board and the side panel, a line for messages, and a line for keys."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield BoardView(self._shown(), self.signs, self.seat.sides == (1,))
            yield SidePanel(self.signs)
        yield Static(id="message", markup=False)
        yield KeyBar(t("screens.keys.large"))

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    def on_resize(self, event: events.Resize) -> None:
        """Hide the side panel if there is no room for it."""
        self.set_class(event.size.width < NARROW, "narrow")
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Redraw everything."""
        if not self.is_mounted or not self.query(SidePanel):  # not mounted yet, or left in the meantime
            return
        shown = self._shown()
        self.board.show(shown)
        card = pointed(self.hand, shown.view, self.cursor, self.seat.game.square)
        self.query_one(SidePanel).show(self.match, shown, card, self.seat.now(), self.back)
        self.query_one("#title", Static).update(self._title(shown.view))
        self._show_message(card)

    def say(self, words: str) -> None:
        """Show a line of text to the player; an empty one clears it."""
        self.message = say(words)
        self._show_message(Text())

    def _show_message(self, card: Text) -> None:
        """Show the message; without the side panel, the card is shown there if there is no message."""
        words = "; ".join(filter(None, card.plain.split("\n"))) if self.has_class("narrow") else ""
        self.query_one("#message", Static).update(self.message or words)

    def _title(self, shown: View) -> Text:
        name = ", ".join(filter(None, (messages.title(self.match), legs.which(self.match))))
        if self.has_class("narrow"):
            name = messages.clocks(self.match, self.seat.now()) or name
        words = say(self.seat.note) or messages.status(self.match, self.seat.sides, shown)
        room = self.size.width - 2 - len(words)
        if room < len(name) + 2:  # whose turn it is matters more than the game's name
            name, room = "", 0
        return Text(name.ljust(room), "bold", no_wrap=True, overflow="ellipsis") + Text(words)

    def _shown(self) -> Shown:
        hand, shown = self.hand, view(self.match.state)
        if self.draft is not None and (self.draft.played or self.draft.taken is not None):
            hand, shown = self.draft.hand, view(self.draft.state)
        if asked := sum(self.match.hints):
            shown = replace(shown, hud=(*shown.hud, HudRow(t("screens.match.hints"), (str(asked),))))
        return Shown(
            shown,
            self.seat.game.spec.light,
            self.cursor,
            hand.taken if hand else (),
            hand.targets() if hand else {},
            self.hint,
        )

    def show_clock(self) -> None:
        """Show the clock in the side panel, or in the title if the panel is hidden."""
        shown = view(self.match.state)
        self.query_one(SidePanel).show_clock(self.match, shown, self.seat.now(), self.seat.game.spec.light)
        self.query_one("#title", Static).update(self._title(shown))

    def stepped(self, cell: int, direction: str) -> int:
        """The neighbouring cell on the board, which may be turned around."""
        return self.board.grid.step(cell, direction)

    def action_pick(self) -> None:
        """Play at once, unless a draft has begun."""
        if self.draft is None:
            super().action_pick()
        elif self.draft.played:
            self.action_aim()
        else:
            if self.hand is not None and self.draft.taken is not None:
                self.hand.take(self.draft.taken)
            self.draft = Draft(self.match.state)
            super().action_pick()

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Move the cursor to the clicked cell and pick it."""
        if event.reset or event.cell is None:
            self.action_reset()
            return
        self.cursor = event.cell
        self.action_pick()

    def action_flip(self) -> None:
        """Turn the board around."""
        self.board.flip()

    def action_scroll_moves(self, way: int) -> None:
        """Scroll to earlier or later moves."""
        self.back = max(0, min(self.match.state.turn, self.back + 5 * way))
        self.draw()
