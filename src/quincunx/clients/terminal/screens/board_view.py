"""The board as a widget: as large as fits, scrollable if necessary, clickable."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.cell_art import CellArt, Shown
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.screens.grid import MARGIN, Grid, fitting


class BoardView(ScrollView, can_focus=False):
    """Shows a board and reports which cell was clicked."""

    DEFAULT_CSS = "BoardView { scrollbar-size: 1 1; }"

    class Clicked(Message):
        """A cell was clicked, with the button that picks or the one that resets."""

        def __init__(self, cell: int | None, reset: bool) -> None:
            super().__init__()
            self.cell = cell
            self.reset = reset

    class Pointed(Message):
        """The mouse moved over a cell."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, shown: Shown, signs: Glyphs, flipped: bool) -> None:
        super().__init__(id="board")
        self.shown = shown
        self.signs = signs
        self.flipped = flipped
        self.grid = Grid(shown.view.board, 2, 1, flipped)

    def show(self, shown: Shown) -> None:
        """Draw the board, with the cursor in view."""
        self.shown = shown
        self._fit()
        self._keep_cursor_in_sight()
        self.refresh()

    def flip(self) -> None:
        """Turn the board around."""
        self.flipped = not self.flipped
        self.show(self.shown)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the board to the new size."""
        self.show(self.shown)

    def on_click(self, event: events.Click) -> None:
        """Report the cell."""
        offset = event.get_content_offset(self)
        cell = None if offset is None else self._cell_at(offset.x, offset.y)
        self.post_message(self.Clicked(cell, event.button != 1))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the cell under the mouse."""
        cell = self._cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Pointed(cell))

    def render_line(self, y: int) -> Strip:
        """Render one visible line."""
        left, top = self.scroll_offset
        lead, above = self._offset()
        row = y + top - above
        blank = Style(bgcolor=palette.GROUND)
        if not 0 <= row < self.grid.height:
            return Strip.blank(self.size.width, blank)
        strip = Strip([Segment(" " * lead, blank), *self._row(row)])
        return strip.crop_extend(left, left + self.size.width, blank)

    def _offset(self) -> tuple[int, int]:
        """The position of the board, centred if there is room."""
        room = self.container_size
        return max(0, (room.width - self.grid.width - 1) // 2), max(0, (room.height - self.grid.height) // 2)

    def _cell_at(self, x: int, y: int) -> int | None:
        (left, top), (lead, above) = self.scroll_offset, self._offset()
        return self.grid.cell(x + left - lead, y + top - above)

    def _fit(self) -> None:
        room = self.container_size
        self.grid = fitting(self.shown.view.board, room.width, room.height, self.flipped)
        self.virtual_size = Size(self.grid.width, self.grid.height)

    def _keep_cursor_in_sight(self) -> None:
        if self.shown.cursor is None:
            return
        column, row = self.grid.place(self.shown.cursor)
        region = Region(column, row, self.grid.cell_width, self.grid.cell_height)
        self.scroll_to_region(region, animate=False, force=True)

    def _row(self, row: int) -> list[Segment]:
        grid, board = self.grid, self.grid.board
        label = Style(color=palette.SOFT, bgcolor=palette.GROUND)
        if row == grid.height - 1:
            files = [self._letter(column).rjust(grid.cell_width // 2 + 1) for column in range(board.files)]
            files = [file.ljust(grid.cell_width) for file in files]
            return [Segment(" " * MARGIN, label), Segment("".join(files), label)]
        first = grid.cell(MARGIN, row)
        assert first is not None
        number = row % grid.cell_height
        name = str(first // board.files + 1) if number == (grid.cell_height - 1) // 2 else ""
        art = CellArt(self.signs, grid.cell_width, grid.cell_height)
        segments = [Segment(f"{name:>2} ", label)]
        for column in range(board.files):
            cell = grid.cell(MARGIN + column * grid.cell_width, row)
            assert cell is not None
            segments += art.row(self.shown, cell, number)
        return segments

    def _letter(self, column: int) -> str:
        file = self.grid.board.files - 1 - column if self.flipped else column
        return chr(ord("a") + file)
