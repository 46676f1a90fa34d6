"""Drawings for the tafl tests: only the bottom left of a board that is empty elsewhere."""

from __future__ import annotations

from drawn import drawn, looks_like, rows
from quincunx import Game, State

FAR_AWAY = {11: (9, 9), 9: (7, 7), 7: (5, 5)}  # the king's square if none is drawn


def whole(game: Game, picture: str) -> str:
    """The drawing of the whole board."""
    size = game.board.files
    part = [row.ljust(size, ".") for row in rows(picture)]
    board = ["." * size] * (size - len(part)) + part
    if not any("k" in row for row in part):
        file, rank = FAR_AWAY[size]
        row = board[size - 1 - rank]
        board[size - 1 - rank] = row[:file] + "k" + row[file + 1 :]
    return "\n".join(board)


def part(game: Game, picture: str, to_move: int, fields: str = "") -> State:
    """The state of a drawing of the bottom left; if no king is drawn, he is placed far away."""
    return drawn(game, whole(game, picture), to_move, fields)


def part_looks_like(state: State, expected: str) -> bool:
    """Whether the bottom left is as drawn, and the rest unchanged."""
    return looks_like(state, whole(state.game, expected))
