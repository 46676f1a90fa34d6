"""What a network sees of a Cengers position, from the view of the player to move.

Both sides' pieces, the piece in the middle of a chain of jumps, and whether the game is late (C7). For o the board is
turned round, so that home is always in the same corner.
"""

from __future__ import annotations

from quincunx.core import bits, planes
from quincunx.games.cengers.rules import CengersState

OWN = 0
OTHER = 64
MOVING = 128
LATE = 192
NONE = 64  # no piece is in the middle of a chain
INPUTS = 193


def write_inputs(state: CengersState, out: list[int]) -> int:
    """Write the active inputs, and return their number."""
    flip = 63 if state.to_move else 0
    end = planes.write_plane(state.pieces[state.to_move], OWN, flip, out, 0)
    end = planes.write_plane(state.pieces[1 - state.to_move], OTHER, flip, out, end)
    if state.moving != NONE:
        end = planes.write_plane(bits.bit(state.moving), MOVING, flip, out, end)
    if state.late():
        out[end] = LATE
        end += 1
    return end


def symmetries() -> list[list[int]]:
    """Return the board as it is, and mirrored in the diagonal between the homes."""
    mirrored = [8 * (7 - cell % 8) + 7 - cell // 8 for cell in range(64)]
    return [list(range(INPUTS)), [*(plane + cell for plane in (OWN, OTHER, MOVING) for cell in mirrored), LATE]]
