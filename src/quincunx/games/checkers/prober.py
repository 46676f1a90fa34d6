"""Endgame tables in searches: the exact value of a position at the start of a turn."""

from __future__ import annotations

from dataclasses import astuple

import cython

from quincunx.core import bits
from quincunx.core.prober import Prober
from quincunx.core.state import State
from quincunx.games.checkers import tiles
from quincunx.games.checkers.ending_tables import EndingTables
from quincunx.games.checkers.retrograde import Retrograde
from quincunx.games.checkers.rules import CheckersState
from quincunx.games.checkers.table_file import Rules

UNKNOWN = -1


class CheckersProber(Prober):
    """Looks positions up in the tables.

    The tables know nothing of the count of quiet turns (K10). A win in so many turns is a win if the limit cannot be
    reached before, even if all of them are quiet; otherwise the position is not known. A draw stays a draw.
    """

    def __init__(self, tables: EndingTables, rules: Rules) -> None:
        self.tables = tables
        self.rules = rules

    @property
    def most(self) -> int:
        """How many pieces a position may have, at most."""
        return self.tables.most

    def probe(self, state: State) -> int:
        return self.look(cython.cast(CheckersState, state))

    def look(self, state: CheckersState) -> int:
        """Return the value, or UNKNOWN in the middle of a chain, and if a second forced pass in a row follows (K10)."""
        if bits.count(state.pieces[0] | state.pieces[1]) > self.tables.most or state.moving:
            return UNKNOWN
        if state.passes and not state.can_step() and not state.can_capture():
            return UNKNOWN
        value = self.find(state)
        if value > 0 and state.quiet_limit and state.quiet + value - 1 > state.quiet_limit:
            return UNKNOWN
        return value

    def find(self, state: CheckersState) -> int:
        """Return the value of the position on the board."""
        own = tiles.narrow(state.pieces[state.to_move])
        other = tiles.narrow(state.pieces[1 - state.to_move])
        kings = tiles.narrow(state.kings)
        if state.to_move == 1:
            own, other, kings = tiles.turned(own), tiles.turned(other), tiles.turned(kings)
        value = self.tables.value(own & ~kings, own & kings, other & ~kings, other & kings)
        if not cython.compiled and value == UNKNOWN:
            judge = Retrograde(self.tables, *astuple(self.rules))  # a new one, since several threads may ask at once
            return judge.derived(own & ~kings, own & kings, other & ~kings, other & kings)
        return value
