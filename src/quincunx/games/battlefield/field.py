"""The field: the units on their squares, their marks and effects, and what they attack."""

from __future__ import annotations

from quincunx.core import bits
from quincunx.core.state import State
from quincunx.games.battlefield import attacks, terms
from quincunx.games.battlefield.matchup import Matchup

RIGHTS_KEPT = [15] * 64  # B13: the castling rights that remain when a unit leaves the square
RIGHTS_KEPT[0] = 15 - 2
RIGHTS_KEPT[4] = 15 - 2 - 1
RIGHTS_KEPT[7] = 15 - 1
RIGHTS_KEPT[56] = 15 - 8
RIGHTS_KEPT[60] = 15 - 8 - 4
RIGHTS_KEPT[63] = 15 - 4


class Field(State):
    """White is player 0, black is player 1."""

    matchup: Matchup

    def clear(self) -> None:
        """Remove every unit, and all rights."""
        self.pieces = [0] * 2
        self.roles = [0] * 6
        self.units = [0] * 64
        self.marks = [0] * 11
        self.marked = 0  # the squares with any mark
        self.units_key = 0
        self.rights = 0
        self.passing = terms.NONE  # the pawn that has just made a double step

    # -- units come, go and change --

    def unit_key(self, cell: int) -> int:
        """Return a unit's part of the position's key; B14: the name of its profile does not count."""
        unit = self.units[cell]
        alike = self.matchup.alike[unit >> terms.HP_BITS]
        return bits.finish((alike << terms.HP_BITS | (unit & terms.HP_MASK)) << 6 | cell)

    def put(self, cell: int, profile: int, hp: int) -> None:
        """Put a unit on an empty square, with the marks of its skills and no effects."""
        square = bits.bit(cell)
        self.units[cell] = profile << terms.HP_BITS | hp
        self.pieces[profile >= terms.FIRST_BLACK] |= square
        self.roles[self.matchup.role[profile]] |= square
        self.units_key ^= self.unit_key(cell)
        marks = self.matchup.marks[profile]
        if marks:
            self.marked |= square
            for mark in range(terms.KNIVES):
                if marks >> mark & 1:
                    self.marks[mark] |= square

    def remove(self, cell: int) -> None:
        """Remove the unit on the square, and the rights that depend on it."""
        others = ~bits.bit(cell) & bits.ALL
        profile = self.units[cell] >> terms.HP_BITS
        self.units_key ^= self.unit_key(cell)
        self.units[cell] = 0
        self.pieces[profile >= terms.FIRST_BLACK] &= others
        self.roles[self.matchup.role[profile]] &= others
        if self.marked & ~others:
            self.marked &= others
            for mark in range(terms.MARKS):
                self.marks[mark] &= others
        self.leave(cell)

    def shift(self, origin: int, target: int) -> None:
        """Move the unit to an empty square, with its marks and effects."""
        square = bits.bit(origin)
        both = square | bits.bit(target)
        profile = self.units[origin] >> terms.HP_BITS
        self.units_key ^= self.unit_key(origin)
        self.units[target] = self.units[origin]
        self.units[origin] = 0
        self.units_key ^= self.unit_key(target)
        self.pieces[profile >= terms.FIRST_BLACK] ^= both
        self.roles[self.matchup.role[profile]] ^= both
        if self.marked & square:
            self.marked ^= both
            for mark in range(terms.MARKS):
                if self.marks[mark] & square:
                    self.marks[mark] ^= both
        self.leave(origin)

    def leave(self, cell: int) -> None:
        """B13, B15: remove the castling and en passant rights of the unit that leaves the square."""
        self.rights &= RIGHTS_KEPT[cell]
        if self.passing == cell:
            self.passing = terms.NONE

    def set_hp(self, cell: int, hp: int) -> None:
        """Set the unit's HP."""
        self.units_key ^= self.unit_key(cell)
        self.units[cell] = (self.units[cell] & ~terms.HP_MASK) | hp
        self.units_key ^= self.unit_key(cell)

    def set_effect(self, effect: int, cell: int, count: int) -> None:
        """B11: give the unit the effect with this count; repeated effects do not add up."""
        square = bits.bit(cell)
        for mark in range(effect, effect + terms.LASTING):
            self.marks[mark] &= ~square & bits.ALL
        self.marks[effect + count - 1] |= square
        self.marked |= square

    def count_down(self) -> None:
        """B11: decrease all counts by one at the start of every turn; effects end at 0."""
        if not self.marked:
            return
        self.marked = 0
        for count in range(1, terms.LASTING):
            self.marks[terms.KNIVES + count - 1] = self.marks[terms.KNIVES + count]
            self.marks[terms.CHEERED + count - 1] = self.marks[terms.CHEERED + count]
        self.marks[terms.KNIVES + terms.LASTING - 1] = 0
        self.marks[terms.CHEERED + terms.LASTING - 1] = 0
        for mark in range(terms.MARKS):
            self.marked |= self.marks[mark]

    # -- who attacks whom --

    def reach(self, cell: int) -> int:
        """Return the squares that the unit attacks, as in chess: lines end at the first unit."""
        role = self.matchup.role[self.units[cell] >> terms.HP_BITS]
        occupied = self.pieces[0] | self.pieces[1]
        if role == terms.PAWN:
            return attacks.PAWN[(self.pieces[1] >> cell & 1) << 6 | cell]
        if role == terms.KNIGHT:
            return attacks.KNIGHT[cell]
        if role == terms.KING:
            return attacks.KING[cell]
        if role == terms.BISHOP:
            return attacks.bishop(cell, occupied)
        if role == terms.ROOK:
            return attacks.rook(cell, occupied)
        return attacks.bishop(cell, occupied) | attacks.rook(cell, occupied)

    def attackers(self, side: int, cell: int, occupied: int) -> int:
        """Return the units of the side that attack the square, given the occupied squares."""
        straight = self.roles[terms.ROOK] | self.roles[terms.QUEEN]
        diagonal = self.roles[terms.BISHOP] | self.roles[terms.QUEEN]
        found = attacks.PAWN[(1 - side) << 6 | cell] & self.roles[terms.PAWN]
        found |= attacks.KNIGHT[cell] & self.roles[terms.KNIGHT]
        found |= attacks.KING[cell] & self.roles[terms.KING]
        found |= attacks.rook(cell, occupied) & straight
        found |= attacks.bishop(cell, occupied) & diagonal
        return found & self.pieces[side]

    def covered(self, units: int, occupied: int) -> int:
        """Return the squares that these units attack, given the occupied squares."""
        pawns = units & self.roles[terms.PAWN]
        up = pawns & self.pieces[0]
        down = pawns & self.pieces[1]
        found = (up & attacks.NOT_FILE_A) << 7 | (up & attacks.NOT_FILE_H) << 9 & bits.ALL
        found |= (down & attacks.NOT_FILE_H) >> 7 | (down & attacks.NOT_FILE_A) >> 9
        some = units & self.roles[terms.KNIGHT]
        while some:
            found |= attacks.KNIGHT[bits.lowest(some)]
            some &= some - 1
        some = units & (self.roles[terms.ROOK] | self.roles[terms.QUEEN])
        while some:
            found |= attacks.rook(bits.lowest(some), occupied)
            some &= some - 1
        some = units & (self.roles[terms.BISHOP] | self.roles[terms.QUEEN])
        while some:
            found |= attacks.bishop(bits.lowest(some), occupied)
            some &= some - 1
        some = units & self.roles[terms.KING]
        return found | attacks.KING[bits.lowest(some)] if some else found

    def counters(self, defender: int, attacker: int) -> bool:
        """B7: return whether the attacker is on a square that the defender attacks."""
        return self.reach(defender) >> attacker & 1 != 0
