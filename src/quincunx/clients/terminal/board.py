"""The board in text."""

from __future__ import annotations

from quincunx.play.view import View

_MARKS = {"throne": "+", "corner": "+"}


def draw(view: View) -> str:
    """The board with its coordinates and, to the right, the lines beside it and the status."""
    board = _board_lines(view)
    side = _side_lines(view)
    width = max(len(line) for line in board)
    height = max(len(board), len(side))
    board += [""] * (height - len(board))
    side += [""] * (height - len(side))
    return "\n".join(f"{left:<{width}}   {right}".rstrip() for left, right in zip(board, side, strict=True))


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


def _side_lines(view: View) -> list[str]:
    label_width = max(len(row.label) for row in view.hud)
    name_width = max(len(name) for name in view.players)
    lines = []
    for row in view.hud:
        if len(row.values) == 1:
            lines.append(f"{row.label:<{label_width}}  {row.values[0]}")
        else:
            lines += [
                f"{row.label if not number else '':<{label_width}}  {name:<{name_width}}  {value}"
                for number, (name, value) in enumerate(zip(view.players, row.values, strict=True))
            ]
    return [*lines, "", view.status]
