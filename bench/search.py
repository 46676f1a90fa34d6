"""The search: nodes per second and depth from the opening of every game, and the gain from a second thread.

    python bench/search.py [--seconds S] [--threads N] [GAME ...]

The gain from threads is counted in nodes, not in time, so that a busy machine does not matter: how many times fewer
nodes the busiest thread needs to reach the depth that one thread alone reaches in the given time. It is the mean over
positions.
"""

from __future__ import annotations

import argparse
import math
import time

import quincunx
from quincunx import Game, State
from quincunx.search.lazy_smp import LazySmp
from quincunx.search.tournament import opening
from quincunx.search.transposition_table import TranspositionTable

POSITIONS = 6
MEGABYTES = 64


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each search (default: 2)")
    parser.add_argument("--threads", type=int, default=2, help="to compare with one (default: 2)")
    arguments = parser.parse_args()
    print(f"{'':22} {'nodes/s':>12} {'depth':>6}  {arguments.threads} threads")
    for key in arguments.games or quincunx.games():
        game = quincunx.game(key)
        speed, depth = alone(game, arguments.seconds)
        worth = threads_worth(game, arguments.seconds, arguments.threads)
        print(f"{key:22} {speed:>12,.0f} {depth:>6}  {worth:.2f}×", flush=True)


def alone(game: Game, seconds: float) -> tuple[float, int]:
    """Nodes per second of this process's CPU time, and the depth reached, from the opening."""
    search = team(game.start(), 1)
    started = time.process_time()
    search.run(seconds)
    return search.nodes / (time.process_time() - started), search.depth


def threads_worth(game: Game, seconds: float, threads: int) -> float:
    """How many times fewer nodes a thread needs when others help."""
    total = 0.0
    for seed in range(POSITIONS):
        state = opening(game, seed)
        one = team(state, 1)
        one.run(seconds / 2)
        single, several = team(state, 1), team(state, threads)
        for search in (single, several):
            search.run(math.inf, max(one.depth - 1, 1))
        total += math.log(single.nodes / max(search.nodes for search in several.searches))
    return math.exp(total / POSITIONS)


def team(state: State, threads: int) -> LazySmp:
    return LazySmp(state, state.game.spec.evaluator(state.game), TranspositionTable(MEGABYTES), threads)


if __name__ == "__main__":
    main()
