"""Retrograde analysis of one material against another: the values of all positions, from the end of the game backwards.

Captures and crownings lead to other materials, which must be known. So a first pass over all positions finds those that
such a turn wins or that have no other turns. Then the values are spread backwards in the order of their distances,
from each position to those that a step leads from: a position is won one turn before a lost one, and it is lost once
all its turns are known to lead to won positions.
"""

from __future__ import annotations

import cython

from quincunx.core import bits
from quincunx.games.checkers import ending, tiles
from quincunx.games.checkers.ending import Ending
from quincunx.games.checkers.ending_tables import EndingTables

LOST_NOW = 1  # the value of a player without a move who loses
NONE = 1024  # more than any value
MISSING = -1
HIGHEST = 255  # the highest value that fits


class Retrograde:
    """Finds the values of one slot and its mirror, in which the other player is to move, by the rules of one game."""

    values: bytearray
    others: bytearray

    def __init__(
        self, tables: EndingTables, compulsory: bool, crowning_stops: bool, jumped_once: bool, blocked_loses: bool
    ) -> None:
        self.tables = tables
        self.compulsory = compulsory
        self.crowning_stops = crowning_stops
        self.jumped_once = jumped_once
        self.blocked_loses = blocked_loses
        self.position = Ending()
        self.counts = [0, 0, 0, 0]
        self.highest = 0
        self.is_open = False
        self.least = NONE
        self.most = 0
        self.settled = 0

    def take(self, counts: tuple[int, int, int, int], values: bytearray, others: bytearray) -> None:
        """Work on this material. Its values are in the first array, those of its mirror in the other one."""
        self.counts = [counts[0], counts[1], counts[2], counts[3]]
        self.values = tiles.start_of(values)
        self.others = tiles.start_of(others)

    def begin(self, begin: int, end: int) -> None:
        """Judge the positions in this range of indexes by what leads to other materials."""
        self.judge_all(self.position, begin, end, 0)

    def complete(self, size: int) -> None:
        """Judge all positions by what leads to any other: the values of the mirror are known."""
        self.judge_all(self.position, 0, size, HIGHEST)

    def spread_from(self, value: int, size: int) -> None:
        """Spread from all positions with this value; all lower values have been spread."""
        self.spread_all(self.position, value, size)

    def judge_all(self, position: Ending, begin: int, end: int, settled: int) -> None:
        """Judge a range of positions; those of the mirror count if their values are at most `settled`."""
        for index in range(begin, end):
            position.at(self.counts[0], self.counts[1], self.counts[2], self.counts[3], index)
            if position.men & position.other_men:
                continue
            value = self.judge(position.men, position.kings, position.other_men, position.other_kings, settled)
            if value:
                self.values[index] = min(value, HIGHEST)
                self.highest = max(self.highest, value)

    def spread_all(self, position: Ending, value: int, size: int) -> None:
        """Spread from all positions with this value."""
        index = tiles.find(self.values, value, 0, size)
        while index >= 0:
            position.at(self.counts[0], self.counts[1], self.counts[2], self.counts[3], index)
            self.spread(position, value)
            index = tiles.find(self.values, value, index + 1, size)

    # -- what a position is worth --

    def judge(self, men: int, kings: int, other_men: int, other_kings: int, settled: int) -> int:
        """Return the value of the position, or 0 if it is a draw or not known yet.

        Positions of the same material count if their values are at most `settled`.
        """
        self.least, self.most, self.is_open, self.settled = NONE, 0, False, settled
        moved = self.captures(men, kings, other_men, other_kings)
        if not (moved and self.compulsory) and self.steps(men, kings, other_men, other_kings):
            moved = True
        if not moved:
            if self.blocked_loses:
                return LOST_NOW
            self.visit_inside(men, kings, other_men, other_kings)  # K7: the forced pass
        if self.least < NONE:
            return self.least + 1
        return 0 if self.is_open else self.most + 1

    def note(self, value: int) -> None:
        """Note what a turn leads to, as a value for the opponent."""
        if value <= 0:
            self.is_open = True
        elif value & 1:
            self.least = min(self.least, value)
        else:
            self.most = max(self.most, value)

    def after(self, men: int, kings: int, other_men: int, other_kings: int) -> int:
        """Return the value for the opponent after a turn that leads to this position."""
        value = self.tables.value(
            tiles.turned(other_men), tiles.turned(other_kings), tiles.turned(men), tiles.turned(kings)
        )
        if not cython.compiled and value == MISSING:
            return self.derived(
                tiles.turned(other_men), tiles.turned(other_kings), tiles.turned(men), tiles.turned(kings)
            )
        return value

    def derived(self, men: int, kings: int, other_men: int, other_kings: int) -> int:
        """Return the value that follows from the mirrored table: uncompiled, tables that ship are not completed."""
        if self.tables.slot(other_men, other_kings, men, kings) not in self.tables.held:
            return MISSING
        judge = Retrograde(self.tables, self.compulsory, self.crowning_stops, self.jumped_once, self.blocked_loses)
        return judge.judge(men, kings, other_men, other_kings, HIGHEST)

    def visit_inside(self, men: int, kings: int, other_men: int, other_kings: int) -> None:
        """Note a turn that leads to a position of the same material."""
        if not self.settled:
            self.is_open = True
            return
        value = self.after(men, kings, other_men, other_kings)
        self.note(value if value <= self.settled else 0)

    # -- turns --

    def captures(self, men: int, kings: int, other_men: int, other_kings: int) -> bool:
        """Note all turns that capture; return whether there are any."""
        found = False
        pieces = men | kings
        while pieces:
            here = pieces & (~pieces + 1)
            pieces ^= here
            if self.chain(
                men & ~here, kings & ~here, other_men, other_kings, bits.lowest(here), (kings & here) != 0, 0, 0
            ):
                found = True
        return found

    def chain(
        self,
        men: int,
        kings: int,
        other_men: int,
        other_kings: int,
        tile: int,
        king: bool,
        jumped: int,
        twice: int,
    ) -> bool:
        """Note all ways to go on capturing with the piece on this tile, which the first sets leave out (K3 to K6)."""
        found = False
        taken = men | kings | other_men | other_kings
        takeable = (other_men | other_kings) & ~(jumped if self.jumped_once else twice)
        for direction in range(4 if king else 2):
            target = ending.BEHIND[direction * ending.TILES + tile]
            if target == ending.TILES or taken & bits.bit(target):
                continue
            over = bits.bit(ending.NEXT[direction * ending.TILES + tile]) & takeable
            if not over:
                continue
            found = True
            there = bits.bit(target)
            crowned = king or (there & ending.FAR) != 0
            more = False
            if king or not (crowned and self.crowning_stops):
                more = self.chain(
                    men, kings, other_men, other_kings, target, crowned, jumped | over, twice | (jumped & over)
                )
            if not (more and self.compulsory):  # K4: the turn may end here
                taken_off = ~(jumped | over)
                self.note(
                    self.after(
                        men if crowned else men | there,
                        kings | there if crowned else kings,
                        other_men & taken_off,
                        other_kings & taken_off,
                    )
                )
        return found

    def steps(self, men: int, kings: int, other_men: int, other_kings: int) -> bool:
        """Note all steps; return whether there are any."""
        found = False
        empty = ending.ALL_TILES & ~(men | kings | other_men | other_kings)
        pieces = men | kings
        while pieces:
            here = pieces & (~pieces + 1)
            pieces ^= here
            king = (kings & here) != 0
            for direction in range(4 if king else 2):
                target = ending.NEXT[direction * ending.TILES + bits.lowest(here)]
                if target == ending.TILES or not empty & bits.bit(target):
                    continue
                found = True
                there = bits.bit(target)
                if king:
                    self.visit_inside(men, kings ^ here ^ there, other_men, other_kings)
                elif there & ending.FAR:
                    self.note(self.after(men ^ here, kings | there, other_men, other_kings))
                else:
                    self.visit_inside(men ^ here ^ there, kings, other_men, other_kings)
        return found

    def can_capture(self, men: int, kings: int, other_men: int, other_kings: int) -> bool:
        """Return whether the player to move can capture."""
        others = other_men | other_kings
        empty = ending.ALL_TILES & ~(men | kings | others)
        pieces = men | kings
        while pieces:
            tile = bits.lowest(pieces)
            pieces &= pieces - 1
            king = (kings & bits.bit(tile)) != 0
            for direction in range(4 if king else 2):
                if bits.bit(ending.NEXT[direction * ending.TILES + tile]) & others and (
                    bits.bit(ending.BEHIND[direction * ending.TILES + tile]) & empty
                ):
                    return True
        return False

    def can_step(self, men: int, kings: int, other_men: int, other_kings: int) -> bool:
        """Return whether the player to move has a step."""
        empty = ending.ALL_TILES & ~(men | kings | other_men | other_kings)
        pieces = men | kings
        while pieces:
            tile = bits.lowest(pieces)
            pieces &= pieces - 1
            king = (kings & bits.bit(tile)) != 0
            for direction in range(4 if king else 2):
                if bits.bit(ending.NEXT[direction * ending.TILES + tile]) & empty:
                    return True
        return False

    # -- backwards --

    def spread(self, position: Ending, value: int) -> None:
        """Judge the positions of the same material from which a turn leads to this one, whose value is known."""
        men, kings = tiles.turned(position.other_men), tiles.turned(position.other_kings)  # of the player who has moved
        other_men, other_kings = tiles.turned(position.men), tiles.turned(position.kings)
        empty = ending.ALL_TILES & ~(men | kings | other_men | other_kings)
        pieces = men | kings
        while pieces:
            here = pieces & (~pieces + 1)
            pieces ^= here
            king = (kings & here) != 0
            for direction in range(0 if king else 2, 4):  # backwards: where a man can come from
                tile = ending.NEXT[direction * ending.TILES + bits.lowest(here)]
                if tile == ending.TILES or not empty & bits.bit(tile):
                    continue
                there = bits.bit(tile)
                if king:
                    self.reach(men, kings ^ here ^ there, other_men, other_kings, value)
                else:
                    self.reach(men ^ here ^ there, kings, other_men, other_kings, value)
        if (
            not self.blocked_loses
            and not self.can_step(men, kings, other_men, other_kings)
            and not self.can_capture(men, kings, other_men, other_kings)
        ):
            self.reach(men, kings, other_men, other_kings, value)  # K7: from a forced pass

    def reach(self, men: int, kings: int, other_men: int, other_kings: int, value: int) -> None:
        """Judge a position from which a step or a pass leads to one with this value."""
        index = ending.index_of(men, kings, other_men, other_kings)
        known = self.others[index]
        if value & 1:
            if known and known <= value + 1:
                return
            if self.compulsory and self.can_capture(men, kings, other_men, other_kings):
                return
            self.put(index, value + 1)
        elif not known:
            known = self.judge(men, kings, other_men, other_kings, value)
            if known:
                self.put(index, known)

    def put(self, index: int, value: int) -> None:
        """Store a value; one that does not fit is only reported, by `highest`."""
        self.others[index] = min(value, HIGHEST)
        self.highest = max(self.highest, value)
