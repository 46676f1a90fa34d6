"""The application of the full-screen mode."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter
from textual.screen import ModalScreen

from quincunx.clients.language import t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.classic_screen import ClassicScreen
from quincunx.clients.terminal.screens.dialogs import Question
from quincunx.clients.terminal.screens.filters import AsciiOnly, NoColour
from quincunx.clients.terminal.screens.glyphs import ASCII, UNICODE
from quincunx.clients.terminal.screens.large_screen import LargeScreen
from quincunx.clients.terminal.screens.match_screen import MatchScreen
from quincunx.clients.terminal.screens.menu_form import MenuForm
from quincunx.clients.terminal.screens.menu_screen import MenuScreen, SeatSource


class TerminalApp(App[None]):
    """Plays games one after another until the player quits."""

    TITLE = "Quincunx"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("q,Q", "leave", show=False),
        Binding("n,N", "menu", show=False),
        Binding("v,V", "look", show=False),
        Binding("ctrl+c,ctrl+q", "quit", priority=True, show=False),
    ]

    def __init__(
        self,
        seats: SeatSource,
        form: MenuForm,
        seat: MatchSeat | None = None,
        *,
        ascii: bool = False,
        colour: bool = True,
    ) -> None:
        """Begin with the seat, if one is given; otherwise with the menu."""
        super().__init__()
        self.seats = seats
        self.form = form
        self.seat = seat
        self.left: list[MatchSeat] = []  # seats that were left before their game ended
        self.classic = form.is_classic
        plain = not colour or self.no_color
        self.signs = ASCII if ascii or plain else UNICODE
        self._less: list[LineFilter] = [NoColour()] if plain else []
        if ascii:
            self._less.append(AsciiOnly())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, and those for what this terminal cannot show."""
        return [*super().get_line_filters(), *self._less]

    def on_mount(self) -> None:
        """Open the seat, or the menu."""
        self.register_theme(palette.THEME)
        self.theme = palette.THEME.name
        if self.seat is not None:
            self._sit()
        else:
            self.action_menu()

    def on_unmount(self) -> None:
        """Leave the seat."""
        self._get_up()

    def action_menu(self) -> None:
        """Open the menu; the current game waits behind it."""
        if not isinstance(self.screen, MenuScreen | ModalScreen):
            self.push_screen(MenuScreen(self.form, self.seats), self._chosen)

    def action_look(self) -> None:
        """Switch between the document's screen and the large board."""
        if isinstance(self.screen, MatchScreen) and self.seat is not None and self.seat.game.spec.frame is not None:
            self.classic = not self.classic
            self.switch_screen(self._screen(self.seat))

    def action_leave(self) -> None:
        """Quit; asks first in the middle of a game."""
        if self.seat is None or self.seat.match.status != "running" or not isinstance(self.screen, MatchScreen):
            self.exit()
        else:
            self.push_screen(Question(t("screens.app.leave")), lambda yes: self.exit() if yes else None)

    def _chosen(self, seat: MatchSeat | None) -> None:
        if seat is not None:
            self._get_up()
            self.classic, self.seat = self.form.is_classic, seat
            self._sit()
        elif self.seat is None:
            self.exit()

    def on_base_match_screen_rematched(self) -> None:
        """Go on to the second game, or to the rematch."""
        following = self.seat.rematch() if self.seat is not None else None
        if following is not None:
            self._get_up()
            self.seat = following
            self._sit()

    def _sit(self) -> None:
        assert self.seat is not None
        if isinstance(self.screen, MatchScreen):
            self.switch_screen(self._screen(self.seat))
        else:
            self.push_screen(self._screen(self.seat))

    def _screen(self, seat: MatchSeat) -> MatchScreen:
        kind = ClassicScreen if self.classic and seat.game.spec.frame is not None else LargeScreen
        return kind(seat, self.signs)

    def _get_up(self) -> None:
        if self.seat is None:
            return
        if self.seat.match.status in ("open", "running"):
            self.left.append(self.seat)
        self.seat.close()
        self.seat = None
