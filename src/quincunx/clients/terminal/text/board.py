"""The board as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quincunx.clients.language import say, t
from quincunx.clients.terminal.text.frame import frame_lines
from quincunx.core.display import Badge, Forecast, GaugeChange, HudRow
from quincunx.core.outcome import Outcome
from quincunx.core.squares import square_name
from quincunx.core.state import State
from quincunx.play.view import View, view

NONE = "none"
_MARKS = {"ringed-knot": "+", "knot": "+"}


def draw(state: State, result: Outcome | None = None) -> str:
    """The board as the game's document prints it, if it does; otherwise with coordinates and all details.

    `result` is the match's result, which may not follow from the position, for example after a resignation.
    """
    shown, frame = view(state), state.game.spec.frame
    if frame is None:
        return draw_lettered(shown)
    return "\n".join(frame_lines(frame, shown, replace(shown, outcome=result or shown.outcome)))


def draw_lettered(view: View) -> str:
    """The board with its coordinates, the HUD and status beside it, and damaged or affected pieces below it."""
    board = _board_lines(view)
    side = _side_lines(view)
    width = max(len(line) for line in board)
    height = max(len(board), len(side))
    board += [""] * (height - len(board))
    side += [""] * (height - len(side))
    lines = [f"{left:<{width}}   {right}".rstrip() for left, right in zip(board, side, strict=True)]
    return "\n".join([*lines, *_condition_lines(view)])


def pieces(view: View) -> str:
    """The pieces and their squares, with a line for each player and kind of piece."""
    squares: dict[tuple[int, str], list[str]] = {}
    for cell, piece in sorted(view.pieces.items()):
        squares.setdefault((piece.owner, piece.name), []).append(square_name(cell, view.board.files))
    lines = [(view.players[owner], name, squares[owner, name]) for owner, name in sorted(squares)]
    return "\n".join(f"{say(player)}: {say(name)} {' '.join(names)}" for player, name, names in lines)


def card(view: View, cell: int) -> str:
    """All details of the piece on a cell."""
    piece = view.pieces.get(cell)
    square = square_name(cell, view.board.files)
    if piece is None:
        return t("terminal.board.empty", square=square)
    words = [*map(badge_words, piece.badges), *map(say, piece.effects)]
    return ", ".join([f"{square}: {say(piece.name)} ({say(view.players[piece.owner])})", *words])


def badge_words(badge: Badge) -> str:
    """A badge as text, with its value and its maximum."""
    return f"{say(badge.label)} {say(badge.value)}{f'/{badge.most}' if badge.most else ''}"


def forecast_text(coming: Forecast, square: Callable[[int], str]) -> str:
    """A forecast as text: the changes in order, where each piece ends, and the game's notes."""
    lines = [_change(change) for change in coming.changes]
    lines += [t("terminal.board.ends_on", square=square(at), to=square(to)) for at, to in coming.moves.items()]
    lines += map(say, coming.notes)
    return "\n".join(lines) if lines else t("terminal.board.nobody_moves")


def _change(change: GaugeChange) -> str:
    amount = f"{change.amount:+d}"
    return t("terminal.board.change", text=change.text, amount=amount, result=change.result)


def _condition_lines(view: View) -> list[str]:
    """A line for each piece that is below a maximum or under an effect."""
    lines = []
    for cell, piece in sorted(view.pieces.items()):
        lost = [badge for badge in piece.badges if badge.most is not None and badge.value != badge.most]
        words = [*map(badge_words, lost), *map(say, piece.effects)]
        if words:
            lines.append(f"  {square_name(cell, view.board.files)} {piece.glyph} {say(piece.name)}: {', '.join(words)}")
    return lines


def _board_lines(view: View) -> list[str]:
    files, ranks = view.board.files, view.board.ranks
    letters = "    " + " ".join(chr(ord("a") + file) for file in range(files))
    rule = "   +" + "-" * (2 * files + 1) + "+"
    rows = [
        f"{rank + 1:2d} |" + "".join(_cell(view, rank * files + file) for file in range(files)) + _closing(view, rank)
        for rank in reversed(range(ranks))
    ]
    return [f" {letters}", rule, *rows, rule, f" {letters}"]


def _cell(view: View, cell: int) -> str:
    piece = view.pieces.get(cell)
    glyph = piece.glyph if piece else _MARKS.get(view.board.marks.get(cell, ""), "·")
    before = cell - 1 in view.last and cell % view.board.files != 0
    return ("[" if cell in view.last else "]" if before else " ") + glyph


def _closing(view: View, rank: int) -> str:
    last_cell = (rank + 1) * view.board.files - 1
    return ("]" if last_cell in view.last else " ") + f"| {rank + 1}"


def captured(row: HudRow) -> list[str]:
    """The captured pieces of a HUD row as text that names their owner, so that it is clear who captured them."""
    return list(map(say, [value for value in row.values if value != NONE] or row.values[:1]))


def _side_lines(view: View) -> list[str]:
    labels, names = [say(row.label) for row in view.hud], [say(name) for name in view.players]
    label_width, name_width = max(map(len, labels)), max(map(len, names))
    lines = []
    for row, label in zip(view.hud, labels, strict=True):
        if row.pieces:
            lines.append(f"{label:<{label_width}}  {', '.join(captured(row))}")
        elif len(row.values) == 1:
            lines.append(f"{label:<{label_width}}  {say(row.values[0])}")
        else:
            lines += [
                f"{label if not number else '':<{label_width}}  {name:<{name_width}}  {say(value)}"
                for number, (name, value) in enumerate(zip(names, row.values, strict=True))
            ]
    return [*lines, "", say(view.status)]
