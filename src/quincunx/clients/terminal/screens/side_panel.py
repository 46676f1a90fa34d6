"""The panel beside the board: the players, the counts, the piece under the cursor, and the moves."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from quincunx.clients.language import say
from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.cell_art import Shown
from quincunx.clients.terminal.screens.glyphs import Glyphs
from quincunx.clients.terminal.screens.hud import hud
from quincunx.clients.terminal.text import messages
from quincunx.clients.terminal.text.turns import WrittenTurn, turns
from quincunx.play.match import Match
from quincunx.play.view import View


class SidePanel(Vertical):
    """The panel at the right."""

    DEFAULT_CSS = """
    SidePanel { width: 30; padding: 0 1; }
    SidePanel > Static { width: 1fr; height: auto; }
    SidePanel > #players { text-wrap: nowrap; text-overflow: ellipsis; }
    SidePanel > #hud { margin-top: 1; }
    SidePanel > #card { margin-top: 1; max-height: 10; }
    SidePanel > #moves { margin-top: 1; height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        """The parts, from top to bottom."""
        for part in ("players", "hud", "card", "moves"):
            yield Static(id=part)

    def __init__(self, signs: Glyphs) -> None:
        super().__init__()
        self.signs = signs

    def show(self, match: Match, drawn: Shown, card: Text, now: int, back: int) -> None:
        """Show a match, with the card of a cell, and the list of moves scrolled back by `back` turns."""
        if not self.children:  # the screen was left in the meantime
            return
        width, shown, light = self.size.width, drawn.view, drawn.light
        self._part("players").update(_players(match, shown, now, light, width))
        self._part("hud").update(hud(shown, width, light, self.signs))
        self._part("card").update(card)
        self._part("card").display = bool(card.plain)
        played = turns(match.state)
        self._show_moves(played, light, back)
        self.call_after_refresh(self._show_moves, played, light, back)  # the parts above may have grown

    def show_clock(self, match: Match, shown: View, now: int, light: int) -> None:
        """Update the clock only."""
        if self.children:
            self._part("players").update(_players(match, shown, now, light, self.size.width))

    def _show_moves(self, played: list[WrittenTurn], light: int, back: int) -> None:
        if self.children:
            moves = self._part("moves")
            moves.update(_moves(played, light, max(1, moves.size.height), back))

    def _part(self, name: str) -> Static:
        return self.query_one(f"#{name}", Static)


def chip(text: str, side: int, light: int) -> Text:
    """A text in a side's colours."""
    tone = int(side == light)
    ground = palette.SIDES[1] if tone else palette.HALF[0]  # the dark side's colour would be invisible on a dark screen
    return Text(f" {text} ", Style(color=palette.SIDES[1 - tone], bgcolor=ground))


def _players(match: Match, shown: View, now: int, light: int, width: int) -> Text:
    lines = Text(no_wrap=True, overflow="ellipsis")
    for side, (name, seat) in enumerate(zip(shown.players, match.seats, strict=True)):
        moving = match.status == "running" and shown.to_move == side
        line = Text()
        line += Text("▸ " if moving else "  ", Style(color=palette.ACCENT, bold=True))
        line += chip(say(name), side, light)
        line += Text(f" {messages.seat_name(seat)}", Style(color=palette.INK if moving else palette.SOFT))
        left = match.times.remaining(side, now)
        if left is not None:
            text = messages.clock(left)
            line.truncate(width - len(text) - 1, overflow="ellipsis", pad=True)
            line += Text(f" {text}", Style(color=palette.WARN if left < 10_000 else palette.INK, bold=moving))
        lines += line
        if side == 0:
            lines += Text("\n")
    return lines


def _moves(played: list[WrittenTurn], light: int, height: int, back: int) -> Text:
    end = max(min(len(played), height), len(played) - back)
    text = Text(no_wrap=True, overflow="ellipsis")
    for turn in played[max(0, end - height) : end]:
        last = turn is played[-1]
        text += Text(f"{turn.number:>3} ", Style(color=palette.SOFT))
        # two characters, so that the sides differ without colours
        sign, colour = ("■", palette.SIDES[1]) if turn.side == light else ("□", palette.HALF[0])
        text += Text(f"{sign} ", Style(color=colour))
        text += Text(turn.text + "\n", Style(color=palette.INK, bold=last))
    return text
