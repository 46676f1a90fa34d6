"""Searching with exact knowledge: the game's solver comes first, and alpha-beta plays where it knows nothing."""

from __future__ import annotations

from quincunx.core import clock
from quincunx.core.exact import Exact, Limits, Solver
from quincunx.core.state import State
from quincunx.search import cpu_yield
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.chances import WIN
from quincunx.search.lazy_smp import LazySmp
from quincunx.search.root import Line

SHARE = 0.8  # of the time or nodes, for the solver
SOLVER_NODES = 8  # the solver's nodes that take as long as one of alpha-beta's
DEEPEST = 60  # turns: less is a limit, and the solver would look beyond it
FARTHEST = 120  # actions to the end of a game of which only the winner is known


class ExactSearch:
    """One search of one state. If the solver does not know it, the rest of the budget is for the other search."""

    def __init__(self, state: State, solver: Solver, search: AlphaBeta | LazySmp) -> None:
        self.state = state.copy()
        self.solver = solver
        self.search = search
        self.found: list[Line] = []
        solver.ready()

    def run(self, seconds: float, most_depth: int = DEEPEST, most_nodes: int = 0, lines: int = 1) -> None:
        """Search for this number of best lines within the limits."""
        end = clock.now() + seconds
        if most_depth >= DEEPEST:
            self.found = exact_lines(self.solver, self.state, SHARE * seconds, SHARE * most_nodes, lines)
            most_nodes = max(1, most_nodes - self.solver.nodes // SOLVER_NODES) if most_nodes else 0
        if len(self.found) < min(lines, len(self.state.legal_actions())):
            self.search.run(max(0.0, end - clock.now()), most_depth, most_nodes, lines)

    def stop(self) -> None:
        """Stop soon."""
        self.solver.stop()
        self.search.stop()

    def lines(self, count: int = 1) -> list[Line]:
        """The best lines, best first."""
        known = {line.action for line in self.found}
        if len(known) >= count:
            return self.found[:count]
        others = self.search.lines(len(self.state.legal_actions()))
        return [*self.found, *(line for line in others if line.action not in known)][:count]


def exact_lines(solver: Solver, state: State, seconds: float, nodes: float = 0, lines: int = 1) -> list[Line]:
    """The best lines with exact scores, as many as the solver finds; the limit of nodes is in those of alpha-beta."""
    limits = Limits(seconds, int(SOLVER_NODES * nodes), cpu_yield.spell)
    if state.over or not solver.reaches(state, limits):
        return []
    return [_line(exact) for exact in solver.solve(state, limits, lines)]


def _line(exact: Exact) -> Line:
    score = WIN - (len(exact.actions) if exact.is_full else FARTHEST)
    if exact.margin <= 0:
        score = -score if exact.margin else 0
    margin = exact.margin if exact.is_full and not exact.from_table else None
    return Line(exact.actions[0], score, exact.actions, margin, exact.from_table)
