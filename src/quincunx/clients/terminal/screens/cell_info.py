"""Text about the cell under the cursor or mouse: the piece there, and what the action would do."""

from __future__ import annotations

from collections.abc import Callable

from rich.style import Style
from rich.text import Text

from quincunx.clients.language import say
from quincunx.clients.terminal.screens import palette
from quincunx.clients.terminal.screens.picks import Picks
from quincunx.clients.terminal.text.board import badge_words, forecast_text
from quincunx.core.display import Piece
from quincunx.play.scene import shown_forecast
from quincunx.play.view import View

_SOFT = Style(color=palette.SOFT)


def pointed(hand: Picks | None, shown: View, cell: int, square: Callable[[int], str]) -> Text:
    """The card of the piece there, if it has one, and the forecast of the action."""
    card = _card(shown.pieces.get(cell), square(cell))
    action = hand.pointed(cell) if hand is not None else None
    coming = shown_forecast(hand.state, action) if hand is not None and action is not None else None
    if coming is None or not coming.changes:
        return card
    coming_text = Text(forecast_text(coming, square), Style(color=palette.WARN))
    return Text() + coming_text + Text("\n\n" if card.plain else "") + card


def _card(piece: Piece | None, square: str) -> Text:
    if piece is None or not (piece.badges or piece.effects):
        return Text()
    text = Text()
    text += Text(f"{square} {say(piece.name)}\n", Style(color=palette.INK, bold=True))
    numbers = [badge for badge in piece.badges if badge.value.isdigit()]
    text += Text(" ".join(map(badge_words, numbers)), _SOFT)
    words = [say(badge.value) for badge in piece.badges if badge not in numbers]
    if words:
        text += Text("\n" + ", ".join(words), _SOFT)
    if piece.effects:
        text += Text("\n" + ", ".join(map(say, piece.effects)), Style(color=palette.ACCENT))
    return text
