"""Searching with several threads (lazy SMP). They share the table, in which each finds the results of the others."""

from __future__ import annotations

import threading

from quincunx.core.evaluator import Evaluator
from quincunx.core.prober import Prober
from quincunx.core.state import State
from quincunx.search.alphabeta import AlphaBeta
from quincunx.search.root import Line
from quincunx.search.transposition_table import TranspositionTable


class LazySmp:
    """Parallel alpha-beta searches of one state; the results are those of the deepest one."""

    def __init__(
        self,
        state: State,
        evaluator: Evaluator,
        table: TranspositionTable,
        threads: int,
        prober: Prober | None = None,
    ) -> None:
        self.searches = [AlphaBeta(state, evaluator, table, prober) for _ in range(threads)]

    def stop(self) -> None:
        """Stop soon."""
        for search in self.searches:
            search.stop()

    def run(
        self, seconds: float, most_depth: int = 60, most_nodes: int = 0, lines: int = 1, first_depth: int = 1
    ) -> None:
        """Like `AlphaBeta.run`, with limits per thread. Every second thread begins a turn deeper, if allowed."""
        deeper = min(first_depth + 1, most_depth)
        helpers = [
            threading.Thread(
                target=search.run, args=(seconds, most_depth, most_nodes, lines, deeper if number % 2 else first_depth)
            )
            for number, search in enumerate(self.searches)
        ]
        for helper in helpers[1:]:
            helper.start()
        try:
            self.searches[0].run(seconds, most_depth, most_nodes, lines, first_depth)
        finally:
            self.stop()
            for helper in helpers[1:]:
                helper.join()

    @property
    def nodes(self) -> int:
        """The total number of nodes in all threads."""
        return sum(search.nodes for search in self.searches)

    @property
    def depth(self) -> int:
        """The highest depth that was completed."""
        return max(search.depth for search in self.searches)

    def lines(self, count: int = 1) -> list[Line]:
        """The best lines, best first."""
        return max(self.searches, key=lambda search: search.depth).lines(count)
