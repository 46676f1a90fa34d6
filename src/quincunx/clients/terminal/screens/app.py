"""The program on a whole terminal screen."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter
from textual.screen import ModalScreen

from quincunx.clients.table import Table
from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.classic import ClassicScreen
from quincunx.clients.terminal.screens.dialogs import Question
from quincunx.clients.terminal.screens.filters import AsciiOnly, NoColour
from quincunx.clients.terminal.screens.form import Form
from quincunx.clients.terminal.screens.menu import MenuScreen, Tables
from quincunx.clients.terminal.screens.play import PlayScreen
from quincunx.clients.terminal.screens.signs import ASCII, UNICODE
from quincunx.clients.terminal.screens.sitting import TableScreen

LEAVE = "Quit? The game is saved, and you can resume it later."


class TerminalApp(App[None]):
    """Games one after another, until the player has had enough."""

    TITLE = "Quincunx"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("q,Q", "leave", "Quit"),
        Binding("n,N", "menu", "New"),
        Binding("v,V", "look", "The other screen"),
        Binding("ctrl+c,ctrl+q", "quit", priority=True, show=False),
    ]

    def __init__(
        self, tables: Tables, form: Form, table: Table | None = None, *, ascii: bool = False, colour: bool = True
    ) -> None:
        """A table that is there already is sat down at; without one the menu asks."""
        super().__init__()
        self.tables = tables
        self.form = form
        self.table = table
        self.left: list[Table] = []  # tables that were left before the end of a game
        self.classic = form.is_classic
        plain = not colour or self.no_color
        self.signs = ASCII if ascii or plain else UNICODE
        self._less: list[LineFilter] = [NoColour()] if plain else []
        if ascii:
            self._less.append(AsciiOnly())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, and what this terminal cannot do."""
        return [*super().get_line_filters(), *self._less]

    def on_mount(self) -> None:
        """Begin at the table, or ask for one."""
        self.register_theme(palette.THEME)
        self.theme = palette.THEME.name
        if self.table is not None:
            self._sit()
        else:
            self.action_menu()

    def on_unmount(self) -> None:
        """Get up."""
        self._get_up()

    def action_menu(self) -> None:
        """Choose another game; the one that is on waits behind the menu."""
        if not isinstance(self.screen, MenuScreen | ModalScreen):
            self.push_screen(MenuScreen(self.form, self.tables), self._chosen)

    def action_look(self) -> None:
        """The document's screen instead of the large board, or the other way round."""
        if isinstance(self.screen, TableScreen) and self.table is not None and self.table.game.spec.frame is not None:
            self.classic = not self.classic
            self.switch_screen(self._screen(self.table))

    def action_leave(self) -> None:
        """Quit; in the middle of a game that is asked once."""
        if self.table is None or self.table.match.status != "running" or not isinstance(self.screen, TableScreen):
            self.exit()
        else:
            self.push_screen(Question(LEAVE), lambda yes: self.exit() if yes else None)

    def _chosen(self, table: Table | None) -> None:
        if table is not None:
            self._get_up()
            self.classic, self.table = self.form.is_classic, table
            self._sit()
        elif self.table is None:
            self.exit()

    def on_attending_rematched(self) -> None:
        """Go on to the second game, or to the rematch."""
        following = self.table.rematch() if self.table is not None else None
        if following is not None:
            self._get_up()
            self.table = following
            self._sit()

    def _sit(self) -> None:
        assert self.table is not None
        if isinstance(self.screen, TableScreen):
            self.switch_screen(self._screen(self.table))
        else:
            self.push_screen(self._screen(self.table))

    def _screen(self, table: Table) -> TableScreen:
        kind = ClassicScreen if self.classic and table.game.spec.frame is not None else PlayScreen
        return kind(table, self.signs)

    def _get_up(self) -> None:
        if self.table is None:
            return
        if self.table.match.status in ("open", "running"):
            self.left.append(self.table)
        self.table.close()
        self.table = None
