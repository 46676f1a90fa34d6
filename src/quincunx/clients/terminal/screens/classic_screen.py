"""The screen of a game's own document, with its keys: Z takes a piece, X moves it, C plays the move."""

from __future__ import annotations

from dataclasses import replace

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.draft_screen import DraftScreen
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.screens.grid import Grid
from quincunx.clients.terminal.screens.key_bar import KeyBar
from quincunx.clients.terminal.text import legs, messages
from quincunx.clients.terminal.text.frame import cell_at, frame_lines, in_frame, path_name, place_of
from quincunx.clients.terminal.text.turns import WrittenTurn
from quincunx.core.display import Frame
from quincunx.core.outcome import Refusal
from quincunx.play.errors import Refused
from quincunx.play.view import view
from quincunx.words.catalogue import capital

BELOW = 3  # lines to keep visible: the cursor's, the edge, and the footer
_INK = Style(color=palette.INK, bgcolor=palette.GROUND)
_MARKS = {"cursor": Style(reverse=True, bold=True), "taken": Style(color=palette.ACCENT, bold=True, underline=True)}


class FrameView(Widget, can_focus=False):
    """The document's lines, with the cursor on one of the cells."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: int | None, reset: bool) -> None:
            super().__init__()
            self.cell = cell
            self.reset = reset

    def __init__(self, frame: Frame) -> None:
        super().__init__(id="frame")
        self.drawing = frame
        self.lines: list[str] = []
        self.marks: dict[tuple[int, int], Style] = {}

    def show(self, lines: list[str], cursor: int, taken: int | None, hint: tuple[int, ...]) -> None:
        """Draw these lines, and mark the cursor, the taken piece and the hint."""
        self.lines = lines
        marked = [(cell, "taken") for cell in (*hint, *([] if taken is None else [taken]))] + [(cursor, "cursor")]
        self.marks = {}
        for cell, word in marked:
            place = place_of(self.drawing, cell)
            self.marks[place] = self.marks.get(place, Style()) + _MARKS[word]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Render one line."""
        line = self.lines[y] if y < len(self.lines) else ""
        signs = [Segment(sign, _INK + self.marks.get((column, y), Style())) for column, sign in enumerate(line)]
        return Strip(signs).extend_cell_length(self.size.width, _INK)

    def on_click(self, event: events.Click) -> None:
        """Report the cell."""
        self.post_message(self.Clicked(cell_at(self.drawing, event.x, event.y), event.button != 1))


class ClassicScreen(DraftScreen):
    """Looks like the document. A move is a draft first, which can be taken back until C plays it."""

    DEFAULT_CSS = """
    ClassicScreen { background: $background; }
    ClassicScreen #message { height: auto; min-height: 1; color: $accent; text-style: bold; }
    ClassicScreen #clock { height: 1; margin-top: 1; color: $foreground 60%; }
    ClassicScreen #foot { dock: bottom; height: 1; color: $foreground 60%; }
    """

    def __init__(self, seat: MatchSeat, signs: Glyphs) -> None:
        frame = seat.game.spec.frame
        assert frame is not None
        self.drawing = frame
        super().__init__(seat, signs)

    def compose(self) -> ComposeResult:
        """The document's lines, a line for messages, and the keys at the bottom."""
        lines = FrameView(self.drawing)
        lines.styles.height = len(self.drawing.ranks) + 4
        yield lines
        yield Static(id="message", markup=False)
        yield Static(id="clock", markup=False)
        yield KeyBar(t("screens.keys.classic"))

    def draw(self) -> None:
        """Show the board with the draft, and the round and the turn without it."""
        if not self.is_mounted or not self.query(FrameView):  # not mounted yet, or left in the meantime
            return
        stands = replace(view(self.match.state), outcome=self.match.result)  # perhaps a resignation
        board = view(self.draft.state) if self.draft else stands
        taken = self.draft.taken if self.draft else None
        self.query_one(FrameView).show(frame_lines(self.drawing, board, stands), self.cursor, taken, self.hint)
        self.show_clock()
        line = place_of(self.drawing, self.cursor)[1]
        self.scroll_to(y=max(0, line + BELOW - self.size.height), animate=False)  # keep the cursor in view

    def say(self, words: str) -> None:
        """Show a line below the frame."""
        self.query_one("#message", Static).update(say(words))

    def refused(self, refusal: Refusal | Refused) -> str:
        """Why something cannot be done, with the frame's coordinates."""
        return capital(messages.refused(Refusal(refusal.rule, in_frame(self.drawing, refusal.sentence))))

    def moves(self, turn: WrittenTurn) -> str:
        """The moves of a turn, in the frame's coordinates."""
        return path_name(self.drawing, turn.played)

    def hinted(self, action: int) -> str:
        """An action as a hint, in the frame's coordinates."""
        return path_name(self.drawing, [action]) or super().hinted(action)

    def show_clock(self) -> None:
        """Show the clock below the document's lines, with the connection, the game of two and the number of hints."""
        asked = sum(self.match.hints)
        clocks, game = messages.clocks(self.match, self.seat.now()), capital(legs.which(self.match))
        rated = t("screens.match.rated") if self.match.created.rated else ""
        hints = t("screens.match.hints_asked", count=asked) if asked else ""
        parts = (say(self.seat.note), rated, game, clocks, hints)
        self.query_one("#clock", Static).update("   ".join(part for part in parts if part))

    def stepped(self, cell: int, direction: str) -> int:
        """The neighbouring cell; the document's board is never turned around."""
        return Grid(self.seat.game.board, 1, 1).step(cell, direction)

    # -- picks: all in the draft until C --

    def action_pick(self) -> None:
        """Take a piece with Enter, or move the taken one, whichever is possible."""
        if self.draft is not None and self.draft.taken is None:
            self.action_take()
        else:
            self.action_aim()

    def on_frame_view_clicked(self, event: FrameView.Clicked) -> None:
        """Take the clicked piece, or move the taken one there."""
        if event.reset or event.cell is None:
            self.action_reset()
            return
        self.cursor = event.cell
        own = event.cell in view(self.match.state).pieces
        self.action_take() if own else self.action_aim()
