"""Renders a board as the game's document prints it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quincunx.clients.language import t
from quincunx.core import action_codes
from quincunx.core.display import Frame
from quincunx.core.squares import square_cell
from quincunx.play.view import View
from quincunx.words import Phrase, Text

LEFT = 2  # columns before the first cell
TOP = 2  # lines above the first cell
_NO_CELLS = (action_codes.END, action_codes.PASS, action_codes.TIMEOUT)


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


def in_frame(frame: Frame, text: Text) -> Text:
    """The phrase with its square in the document's coordinates, which number the ranks differently."""
    if not isinstance(text, Phrase) or "square" not in text.params:
        return text
    cell = square_cell(str(text.params["square"]), len(frame.files), len(frame.ranks))
    return text if cell is None else Phrase(text.code, {**text.params, "square": place_name(frame, cell)})


def path_name(frame: Frame, actions: Sequence[int]) -> str:
    """The squares that a piece passes in these actions, in the document's coordinates; empty without a move."""
    moves = [action for action in actions if action_codes.kind_of(action) not in _NO_CELLS]
    cells = [cell for move in moves for cell in (action_codes.origin_of(move), action_codes.target_of(move))]
    stops = [*cells[:1], *(after for before, after in pairwise(cells) if after != before)]
    return f" {t('terminal.frame.to')} ".join(place_name(frame, cell) for cell in stops)


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
