"""What a network sees of a tafl position: for each cell whether an attacker, a defender or the king is there."""

from __future__ import annotations

from quincunx.games.tafl import bitboard
from quincunx.games.tafl.rules import TaflState

KINDS = 3


def write_inputs(state: TaflState, out: list[int]) -> int:
    """Write the active inputs: attackers first, then defenders, then the king. Return their number."""
    cells = state.masks.files * state.masks.files
    end = write_cells(state.attackers, 0, out, 0)
    end = write_cells(state.defenders, cells, out, end)
    out[end] = 2 * cells + state.king
    return end + 1


def write_cells(men: int, first: int, out: list[int], end: int) -> int:
    """Write an input for each man, numbered by cell from `first` on."""
    while men:
        out[end] = first + bitboard.first(men)
        men &= men - 1
        end += 1
    return end


def input_count(files: int) -> int:
    """Return the number of inputs for a board of this size."""
    return KINDS * files * files


def symmetries(files: int) -> list[list[int]]:
    """Return the eight ways to turn and mirror the board, as permutations of the inputs."""
    cells = range(files * files)
    turned = [cell % files * files + files - 1 - cell // files for cell in cells]
    mirrored = [cell // files * files + files - 1 - cell % files for cell in cells]
    found, board = [], list(cells)
    for _ in range(4):
        found += [board, [mirrored[cell] for cell in board]]
        board = [turned[cell] for cell in board]
    return [[kind * len(cells) + cell for kind in range(KINDS) for cell in board] for board in found]
