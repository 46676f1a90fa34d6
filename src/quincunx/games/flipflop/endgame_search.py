"""What the endgame solvers of FlipFlop and Othello share: the table, the limits, and counting nodes."""

from __future__ import annotations

from quincunx.core import bits, clock
from quincunx.games.flipflop import board8, endgame_table
from quincunx.games.flipflop.endgame_table import EndgameTable

CHECK_EVERY = 2048  # nodes between checks of the clock
BREAK = 0.00005  # seconds; the length of a solver's breaks in processes where searches take them


class EndgameSearch:
    """The limits and the table of a solver. `stop()` from another thread ends its searches soon."""

    def __init__(self, table: EndgameTable, size: int) -> None:
        self.table = table
        self.squares = size * size
        self.whole = board8.inside(size)
        self.outside = bits.ALL & ~self.whole
        self.corners = board8.corners(size)
        self.rim = self.whole & ~board8.inside(size - 2)
        self.nodes = 0
        self.halted = False  # by `stop`, from another thread
        self.stopped = False
        self.deadline = 0.0
        self.spell = 0.0
        self.next_break = 0.0
        self.most_nodes = 0
        self.next_look = 0

    def begin(self, seconds: float, most_nodes: int, spell: float) -> None:
        """Set the limits of the following searches together (0 nodes: no limit), and the time between breaks."""
        self.stopped = False
        self.deadline = clock.now() + seconds
        self.spell = spell
        self.next_break = clock.now() + spell
        self.most_nodes = most_nodes
        self.nodes = 0
        self.next_look = 0

    def ready(self) -> None:
        """Forget an earlier `stop`."""
        self.halted = False

    def stop(self) -> None:
        """Stop soon: all searches end immediately until `ready` is called."""
        self.halted = True

    def is_stopped(self) -> bool:
        """Return whether the last search was stopped or reached a limit, so that its result has no meaning."""
        return bool(self.stopped or self.halted)

    def best_cell(self, mine: int, theirs: int, tag: int) -> int:
        """Return the cell of the best action that the table knows, or a number that is no cell."""
        known = self.table.find(mine, theirs, tag)
        return int(endgame_table.cell_of(known)) if known else int(endgame_table.NO_CELL)

    def out_of_time(self) -> bool:
        """Whether to stop; checks the clock from time to time, and takes breaks."""
        if self.nodes >= self.next_look:
            self.next_look = self.nodes + CHECK_EVERY
            now = clock.now()
            if now >= self.deadline or self.halted:
                self.stopped = True
            elif now >= self.next_break:
                clock.pause(BREAK)
                self.next_break = clock.now() + self.spell
        if self.most_nodes and self.nodes >= self.most_nodes:
            self.stopped = True
        return self.stopped

    def keep(
        self,
        mine: int,
        theirs: int,
        tag: int,
        low: int,
        high: int,
        best: int,
        cell: int,
        known: int,
        nodes: int,
    ) -> None:
        """Store the result of a search in this window in the table, together with what was known before."""
        least = endgame_table.least_of(known) if known else -64
        most = endgame_table.most_of(known) if known else 64
        if best > low:
            least = max(least, best)
        if best < high:
            most = min(most, best)
        cost = 0
        while nodes:
            nodes >>= 1
            cost += 1
        self.table.store(mine, theirs, tag, least, most, cell, cost)
