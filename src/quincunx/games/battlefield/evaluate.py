"""Evaluation of Battlefield positions: units, their reach, pawns and kings; with armies, also threats.

Anything that matters more in the opening, or more in the endgame, is a separate feature, in thirds. It is multiplied by
`phase`, from 24 with all officers on the board to 0 with none, or by 24 - `phase`, and then divided by 8.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quincunx.core import bits
from quincunx.core.state import State
from quincunx.games.battlefield import attacks, inputs, terms
from quincunx.games.battlefield.gains import Gains
from quincunx.games.battlefield.matchup import Matchup
from quincunx.games.battlefield.rules import BattlefieldState

FEATURES = 38
# features of officers: these numbers, and the role's number minus one
UNITS = 0
MOBILITY = 5
CENTRAL = 9
# features of files and pawns
BISHOP_PAIR = 13
OPEN_FILES = 14
HALF_OPEN_FILES = 15
PAWN_CENTRE = 16
PAWN_ADVANCE = 17
DOUBLED = 18
ISOLATED = 19
SUPPORTED = 20
PASSED = 21
PASSED_LATE = 22
# features of kings
SHELTER = 23
KING_ATTACK = 24
KING_EXPOSED = 25
KING_CENTRE_LATE = 26
CASTLING = 27
CHASE = 28
TEMPO = 29
# features of armies
KING_HEALTH = 30
KING_PERIL = 31
KING_KILLERS = 32
THREATS = 33
HEALERS = 34
CHEERERS = 35
CHEERED = 36
KNIFED = 37

OPENING = 24  # the phase with all officers on the board

CENTRE = [0] * 64  # how central a square is: 0 in the corners, 6 in the centre
EXPOSED = [0] * 128  # by side and square: how far a king is from safety
ADVANCE = [0] * 128  # how many ranks a pawn of the side has advanced
GRIP = [0] * 128  # how much a pawn there controls the centre
AHEAD = [0] * 128  # where enemy pawns could block a pawn of the side or capture it on its way
NEAR_COVER = [0] * 128  # where pawns protect the king of the side
FAR_COVER = [0] * 128
NEIGHBOURS = [0] * 8  # the files adjacent to a file


def apart(one: int, other: int) -> int:
    """Return the number of king's steps between two squares."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


class BattlefieldEvaluator(Gains):
    """The features are white's minus black's."""

    names = (
        *("queens", "rooks", "bishops", "knights", "pawns"),
        *("queen_mobility", "rook_mobility", "bishop_mobility", "knight_mobility"),
        *("queen_centre", "rook_centre", "bishop_centre", "knight_centre"),
        *("bishop_pair", "open_files", "half_open_files"),
        *("pawn_centre", "pawn_advance", "doubled", "isolated", "supported", "passed", "passed_late"),
        *("shelter", "king_attack", "king_exposed", "king_centre_late", "castling", "chase", "tempo"),
        *("king_health", "king_peril", "king_killers", "threats", "healers", "cheerers", "cheered", "knifed"),
    )

    def __init__(self, weights: Sequence[float], matchup: Matchup) -> None:
        super().__init__(weights, matchup)
        self.deadly = matchup.deadly

    def input_count(self) -> int:
        return inputs.INPUTS if self.deadly else 0  # hit points are no inputs

    def inputs(self, state: State, out: list[int]) -> int:
        return inputs.write_inputs(cython.cast(BattlefieldState, state), out)

    def features(self, state: State, out: list[int]) -> None:
        self.see(cython.cast(BattlefieldState, state), out)

    def see(self, state: BattlefieldState, out: list[int]) -> None:
        for i in range(FEATURES):
            out[i] = 0
        if state.roles[terms.KING] & state.pieces[0] == 0 or state.roles[terms.KING] & state.pieces[1] == 0:
            return
        phase = self.phase(state)
        for side in range(2):
            sign = 1 - 2 * side
            self.count_officers(state, side, sign, phase, out)
            self.count_pawns(state, side, sign, phase, out)
            self.count_king(state, side, sign, phase, out)
            if not state.matchup.deadly:
                self.count_battles(state, side, sign, out)
        out[TEMPO] = 1 if state.to_move == 0 else -1

    def phase(self, state: BattlefieldState) -> int:
        """Return how much of the initial force is left, up to 24."""
        lesser = bits.count(state.roles[terms.BISHOP] | state.roles[terms.KNIGHT])
        force = 4 * bits.count(state.roles[terms.QUEEN]) + 2 * bits.count(state.roles[terms.ROOK]) + lesser
        return min(force, OPENING)

    # -- officers --

    def count_officers(self, state: BattlefieldState, side: int, sign: int, phase: int, out: list[int]) -> None:
        """Add the officers' condition, their mobility, and their attacks near the enemy king."""
        free = ~(state.pieces[side] | self.pawn_cover(state, 1 - side)) & bits.ALL
        ring = attacks.KING[bits.lowest(state.roles[terms.KING] & state.pieces[1 - side])]
        units = state.pieces[side] & ~(state.roles[terms.PAWN] | state.roles[terms.KING])
        besiegers, beset = 0, 0
        while units:
            cell = bits.lowest(units)
            units &= units - 1
            unit = state.units[cell]
            at = state.matchup.role[unit >> terms.HP_BITS] - 1
            reach = state.reach(cell)
            out[UNITS + at] += sign * self.condition[unit]
            out[MOBILITY + at] += sign * bits.count(reach & free)
            out[CENTRAL + at] += sign * CENTRE[cell]
            if reach & ring:
                besiegers += 1
                beset += bits.count(reach & ring)
        out[KING_ATTACK] += sign * (besiegers * beset * phase >> 3)
        if bits.count(state.roles[terms.BISHOP] & state.pieces[side]) > 1:
            out[BISHOP_PAIR] += sign
        self.count_files(state, side, sign, out)

    def pawn_cover(self, state: BattlefieldState, side: int) -> int:
        """Return the squares that the pawns of the side attack."""
        pawns = state.roles[terms.PAWN] & state.pieces[side]
        if side == 0:
            return (pawns & attacks.NOT_FILE_A) << 7 | (pawns & attacks.NOT_FILE_H) << 9 & bits.ALL
        return (pawns & attacks.NOT_FILE_H) >> 7 | (pawns & attacks.NOT_FILE_A) >> 9

    def count_files(self, state: BattlefieldState, side: int, sign: int, out: list[int]) -> None:
        """Add rooks on open files, and on files without own pawns."""
        rooks = state.roles[terms.ROOK] & state.pieces[side]
        pawns = state.roles[terms.PAWN]
        while rooks:
            file = attacks.FILE_A << (bits.lowest(rooks) & 7)
            rooks &= rooks - 1
            if not pawns & file:
                out[OPEN_FILES] += sign
            elif not pawns & file & state.pieces[side]:
                out[HALF_OPEN_FILES] += sign

    # -- pawns --

    def count_pawns(self, state: BattlefieldState, side: int, sign: int, phase: int, out: list[int]) -> None:
        """Add the pawns' advance and structure."""
        pawns = state.roles[terms.PAWN] & state.pieces[side]
        enemies = state.roles[terms.PAWN] & state.pieces[1 - side]
        out[SUPPORTED] += sign * bits.count(pawns & self.pawn_cover(state, side))
        grip, gone = 0, 0
        left = pawns
        while left:
            cell = bits.lowest(left)
            left &= left - 1
            at = side << 6 | cell
            out[UNITS + terms.PAWN - 1] += sign * self.condition[state.units[cell]]
            grip += GRIP[at]
            gone += ADVANCE[at]
            if not pawns & NEIGHBOURS[cell & 7]:
                out[ISOLATED] += sign
            if pawns & AHEAD[at] & attacks.FILE[cell]:
                out[DOUBLED] += sign
            elif not enemies & AHEAD[at]:
                out[PASSED] += sign * ADVANCE[at] * ADVANCE[at]
                out[PASSED_LATE] += sign * (ADVANCE[at] * ADVANCE[at] * (OPENING - phase) >> 3)
        out[PAWN_CENTRE] += sign * (grip * phase >> 3)
        out[PAWN_ADVANCE] += sign * (gone * (OPENING - phase) >> 3)

    # -- kings --

    def count_king(self, state: BattlefieldState, side: int, sign: int, phase: int, out: list[int]) -> None:
        """Add the king: early on he hides behind pawns; late he is active, and hunts a lone king."""
        king = bits.lowest(state.roles[terms.KING] & state.pieces[side])
        other = bits.lowest(state.roles[terms.KING] & state.pieces[1 - side])
        at = side << 6 | king
        pawns = state.roles[terms.PAWN] & state.pieces[side]
        shelter = 2 * bits.count(pawns & NEAR_COVER[at]) + bits.count(pawns & FAR_COVER[at])
        out[SHELTER] += sign * (shelter * phase >> 3)
        out[KING_EXPOSED] += sign * (EXPOSED[at] * phase >> 3)
        out[KING_CENTRE_LATE] += sign * (CENTRE[king] * (OPENING - phase) >> 3)
        out[CASTLING] += sign * bits.count(state.rights >> 2 * side & 3)
        if state.pieces[1 - side] & ~state.roles[terms.KING] == 0:
            out[CHASE] += sign * (7 - apart(king, other) + 2 * (6 - CENTRE[other]))

    # -- armies --

    def count_battles(self, state: BattlefieldState, side: int, sign: int, out: list[int]) -> None:
        """Add the king's HP and the danger to him, threatened strikes, supporters, and weakened units."""
        king = bits.lowest(state.roles[terms.KING] & state.pieces[side])
        mine = state.pieces[side]
        cheered = state.marks[terms.CHEERED] | state.marks[terms.CHEERED + 1] | state.marks[terms.CHEERED + 2]
        out[KING_HEALTH] += sign * self.condition[state.units[king]]
        out[KING_PERIL] += sign * self.peril(state, side, king)
        out[KING_KILLERS] += sign * bits.count(state.dangerous(state.pieces[1 - side], king))
        out[THREATS] += sign * self.threats(state, side)
        out[HEALERS] += sign * bits.count(mine & state.marks[terms.HEALER])
        out[CHEERERS] += sign * bits.count(mine & state.marks[terms.CHEERER])
        out[CHEERED] += sign * bits.count(mine & cheered)
        out[KNIFED] += sign * bits.count(mine & state.knifed())

    def peril(self, state: BattlefieldState, side: int, king: int) -> int:
        """Return the share of the king's HP, in sixteenths, that his current attackers could take together."""
        found = state.attackers(1 - side, king, state.pieces[0] | state.pieces[1])
        damage = 0
        while found:
            damage += state.damage(bits.lowest(found), king)
            found &= found - 1
        hp = state.units[king] & terms.HP_MASK
        return min(16, 16 * damage // (hp + 1))

    def threats(self, state: BattlefieldState, side: int) -> int:
        """Return the total loss from every unit's best strike, in tenths of an ordinary piece."""
        units = state.pieces[side]
        enemies = state.pieces[1 - side] & ~state.roles[terms.KING]
        total = 0
        while units:
            cell = bits.lowest(units)
            units &= units - 1
            total += self.best_strike(state, cell, state.reach(cell) & enemies)
        return total // 10

    def best_strike(self, state: BattlefieldState, cell: int, targets: int) -> int:
        """Return the loss from the unit's best strike at one of the targets."""
        best = 0
        while targets:
            target = bits.lowest(targets)
            targets &= targets - 1
            hp = (state.units[target] & terms.HP_MASK) - state.damage(cell, target)
            best = max(best, self.loss(state.units[target], hp))
        return best


def _fill_tables() -> None:
    for file in range(8):
        NEIGHBOURS[file] = sum(attacks.FILE_A << beside for beside in (file - 1, file + 1) if 0 <= beside < 8)
    for cell in range(64):
        file, rank = cell % 8, cell // 8
        inward = min(file, 7 - file)
        CENTRE[cell] = inward + min(rank, 7 - rank)
        for side in (0, 1):
            at, gone = side << 6 | cell, 7 - rank if side else rank
            ahead = [other for other in range(64) if (other // 8 < rank if side else other // 8 > rank)]
            EXPOSED[at] = 2 * gone + inward
            ADVANCE[at] = max(0, gone - 1)
            GRIP[at] = inward * min(ADVANCE[at], 3)
            AHEAD[at] = sum(1 << other for other in ahead if abs(other % 8 - file) <= 1)
            NEAR_COVER[at] = sum(1 << other for other in ahead if apart(other, cell) == 1)
            FAR_COVER[at] = sum(
                1 << other for other in ahead if abs(other // 8 - rank) == 2 and abs(other % 8 - file) <= 1
            )


_fill_tables()
