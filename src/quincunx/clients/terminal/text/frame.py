"""Renders a board as the game's document prints it."""

from __future__ import annotations

import re
from itertools import pairwise

from quincunx.clients.terminal.language import t
from quincunx.core.display import Frame
from quincunx.core.squares import square_cell
from quincunx.play.view import View
from quincunx.words.catalogue import capital

LEFT = 2  # columns before the first cell
TOP = 2  # lines above the first cell
_WAY = re.compile(r"(?<!\S)[a-z]\d+(?:[- ][a-z]\d+)*(?: end)?(?![^\s.,:;])")  # a square, or actions from one to another


def frame_lines(frame: Frame, board: View, stands: View) -> list[str]:
    """The lines of the screen: the board, with the state of the game at its right."""
    edge = f" +{'-' * len(frame.files)}+"
    lines = [f"  {frame.files}", edge, *(_row(frame, board, row) for row in range(len(frame.ranks))), edge]
    for number, words in enumerate(_words(frame, stands), 1):
        lines[number] += f"  {words}"
    return lines


def cell_at(frame: Frame, column: int, line: int) -> int | None:
    """The cell at a column and line of the screen, or None."""
    file, row = column - LEFT, line - TOP
    if 0 <= file < len(frame.files) and 0 <= row < len(frame.ranks):
        return (len(frame.ranks) - 1 - row) * len(frame.files) + file
    return None


def place_of(frame: Frame, cell: int) -> tuple[int, int]:
    """The column and line of a cell."""
    return LEFT + cell % len(frame.files), TOP + len(frame.ranks) - 1 - cell // len(frame.files)


def in_frame(frame: Frame, words: str) -> str:
    """Rename the squares in a text to the document's coordinates, which number the ranks differently."""
    return _WAY.sub(lambda found: _way(frame, found), words)


def _way(frame: Frame, found: re.Match[str]) -> str:
    squares = re.split("[- ]", found[0].removesuffix(" end"))
    cells = [square_cell(square, len(frame.files), len(frame.ranks)) for square in squares]
    if None in cells:
        return found[0]
    stops = [cells[0], *(after for before, after in pairwise(cells) if after != before)]
    words = f" {t('terminal.frame.to')} ".join(place_name(frame, cell) for cell in stops if cell is not None)
    return words if found.start() else capital(words)


def place_name(frame: Frame, cell: int) -> str:
    """The name of a cell in the document's coordinates."""
    column, line = place_of(frame, cell)
    return t("terminal.frame.place", row=frame.ranks[line - TOP], column=frame.files[column - LEFT])


def _row(frame: Frame, board: View, row: int) -> str:
    first = (len(frame.ranks) - 1 - row) * len(frame.files)
    pieces = [board.pieces.get(cell) for cell in range(first, first + len(frame.files))]
    return f"{frame.ranks[row]}|{''.join(piece.glyph if piece else frame.empty for piece in pieces)}|"


def _words(frame: Frame, stands: View) -> list[str]:
    facts = {row.label: row.values[0] for row in stands.hud if len(row.values) == 1}
    facts["mover"] = stands.players[stands.to_move]
    if stands.outcome is None:
        return [words.format_map(facts) for words in frame.running]
    winner = stands.outcome.winner
    facts["winner"] = frame.nobody if winner is None else stands.players[winner]
    return [words.format_map(facts) for words in frame.over]
