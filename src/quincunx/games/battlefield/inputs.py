"""What a network sees of a position without hit points, from the view of the player to move.

The units of both sides by role, castling rights, and the file of a pawn that can be captured en passant. For black the
board is upside down.
"""

from __future__ import annotations

from quincunx.core import planes
from quincunx.games.battlefield import terms
from quincunx.games.battlefield.rules import BattlefieldState

PLANE = 64  # six for the player to move, six for the opponent, in the order of the roles
ROLES = 6
RIGHTS = 768  # own king side, own queen side, the opponent's
PASSING = 772  # by file
INPUTS = 780


def write_inputs(state: BattlefieldState, out: list[int]) -> int:
    """Write the active inputs, and return their number."""
    flip = 56 if state.to_move else 0
    end = 0
    for i in range(2):
        pieces = state.pieces[state.to_move ^ i]
        for role in range(ROLES):
            end = planes.write_plane(pieces & state.roles[role], (ROLES * i + role) * PLANE, flip, out, end)
    return write_rights(state, out, end)


def write_rights(state: BattlefieldState, out: list[int], end: int) -> int:
    """Write the inputs that the board does not show."""
    rights = state.rights if state.to_move == 0 else state.rights >> 2 | (state.rights & 3) << 2
    for i in range(4):
        if rights >> i & 1:
            out[end] = RIGHTS + i
            end += 1
    if state.passing != terms.NONE:
        out[end] = PASSING + (state.passing & 7)
        end += 1
    return end
