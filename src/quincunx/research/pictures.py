"""A state as pixels or as plain text, for environments that render. Pixels need pygame."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np

from quincunx.core.squares import square_name
from quincunx.core.state import State
from quincunx.notation.picture.svg import svg
from quincunx.play.view import view

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame


def pixels(state: State, size: int) -> Any:
    """The board as an array of rows of red, green and blue; it has no coordinates."""
    surface = board_surface(state, size)
    return np.transpose(pygame.surfarray.array3d(surface), (1, 0, 2))


def board_surface(state: State, size: int) -> Any:
    """The board as a surface of pygame."""
    return pygame.image.load(io.BytesIO(svg(state, size=size).encode()), "board.svg")


class Window:
    """A window that shows one board."""

    def __init__(self, title: str) -> None:
        pygame.display.init()
        pygame.display.set_caption(title)

    def show(self, state: State, size: int) -> None:
        """Show the board."""
        surface = board_surface(state, size)
        pygame.display.set_mode(surface.get_size()).blit(surface, (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()


def plain_text(state: State) -> str:
    """The board in letters, and whose turn it is or how the game ended."""
    board, letters = state.game.board, state.game.spec.position_letters(state)
    rows = []
    for rank in range(board.ranks - 1, -1, -1):
        cells = range(rank * board.files, (rank + 1) * board.files)
        rows.append(f"{rank + 1:>2} {' '.join(letters.get(cell, '.') for cell in cells)}")
    files = " ".join(square_name(file, board.files)[:-1] for file in range(board.files))
    return "\n".join([*rows, f"   {files}", str(view(state).status), ""])
