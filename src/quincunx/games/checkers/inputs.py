"""What a network sees of a checkers position, from the view of the player to move.

Men and kings of both sides, without captured pieces, and in the middle of a turn also the capturing piece and the
captured ones. For light the board is turned round, so that men always move up.
"""

from __future__ import annotations

from quincunx.core import planes
from quincunx.games.checkers.rules import CheckersState

PLANE = 64  # own men and kings, then the opponent's
MOVING = 256
JUMPED = 320
INPUTS = 384


def write_inputs(state: CheckersState, out: list[int]) -> int:
    """Write the active inputs, and return their number."""
    flip = 63 if state.to_move else 0
    end = 0
    for i in range(2):
        pieces = state.pieces[state.to_move ^ i] & ~state.jumped
        end = planes.write_plane(pieces & ~state.kings, 2 * i * PLANE, flip, out, end)
        end = planes.write_plane(pieces & state.kings, (2 * i + 1) * PLANE, flip, out, end)
    end = planes.write_plane(state.moving, MOVING, flip, out, end)
    return planes.write_plane(state.jumped, JUMPED, flip, out, end)
