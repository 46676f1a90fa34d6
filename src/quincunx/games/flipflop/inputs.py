"""What a network sees of a FlipFlop or Othello position, from the view of the player to move.

Both sides' pieces, whether this is the second piece of a turn, and whether the opponent has just passed.
"""

from __future__ import annotations

from quincunx.core import planes
from quincunx.core.network_shape import MOST_INPUTS
from quincunx.games.flipflop.rules import FlipFlopState

WHITE = 0


def write_inputs(state: FlipFlopState, out: list[int]) -> int:
    """Write the active inputs, and return their number."""
    cells = state.n * state.n
    end = write_pieces(state, state.white, 0 if state.to_move == WHITE else cells, out, 0)
    end = write_pieces(state, state.black, cells if state.to_move == WHITE else 0, out, end)
    if state.second:
        out[end] = 2 * cells
        end += 1
    if state.passed:
        out[end] = 2 * cells + 1
        end += 1
    return end


def write_pieces(state: FlipFlopState, pieces: list[int], first: int, out: list[int], end: int) -> int:
    """Write an input for each piece, numbered by cell from `first` on."""
    for i in range(state.word_count):
        end = planes.write_plane(pieces[i], first + 64 * i, 0, out, end)
    return end


def input_count(n: int) -> int:
    """Return the number of inputs; 0 if a full board would have more active ones than a network takes."""
    return 2 * n * n + 2 if n * n + 2 <= MOST_INPUTS else 0


def symmetries(n: int) -> list[list[int]]:
    """Return the eight ways to turn and mirror the board, as permutations of the inputs."""
    cells = range(n * n)
    turned = [cell % n * n + n - 1 - cell // n for cell in cells]
    mirrored = [cell // n * n + n - 1 - cell % n for cell in cells]
    found, board = [], list(cells)
    for _ in range(4):
        found += [board, [mirrored[cell] for cell in board]]
        board = [turned[cell] for cell in board]
    flags = [2 * n * n, 2 * n * n + 1]
    return [[side * n * n + cell for side in range(2) for cell in board] + flags for board in found]
