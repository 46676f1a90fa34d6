"""The endgame solvers of Othello and FlipFlop: nodes, seconds of CPU time, and nodes per second.

    python bench/endgames.py [--ffo FIRST-LAST] [--own EMPTY ...] [--games N]

`--ffo` solves positions of the FFO endgame test (20 to 59) and compares the scores with the published ones. The
positions are not part of the project; they are read from ../shared/data/ffo. `--own` solves positions with this number
of empty squares from games of a weak bot against itself, for the largest margin, as level 8 does.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path

import quincunx
from quincunx import Budget, Game, State
from quincunx.core.exact import Exact, Limits, Solver
from quincunx.search.tournament import opening

FFO = Path(__file__).parents[2] / "shared" / "data" / "ffo"
FIRST = 20  # the number of the first position in the files
FOREVER = Limits(1e9)
OWN = {"othello": (12, 14, 16, 18, 20), "flipflop": (12, 14, 16, 18)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ffo", help="numbers of the first and the last position: 20-39")
    parser.add_argument("--own", nargs="*", type=int, help="numbers of empty squares of our own positions")
    parser.add_argument("--games", type=int, default=20, help="our own positions for each number (default: 20)")
    arguments = parser.parse_args()
    if arguments.ffo:
        first, last = map(int, arguments.ffo.split("-"))
        solve_published(first, last)
        return
    for key, usual in OWN.items():
        for empty in arguments.own or usual:
            solve_own(quincunx.game(key), empty, arguments.games)


def solve_published(first: int, last: int) -> None:
    """Solve positions of the FFO test, and say where the score is not the published one."""
    lines = [line for file in sorted(FFO.glob("*.obf")) for line in file.read_text().splitlines() if line.strip()]
    solver, nodes, seconds = solver_of(quincunx.game("othello")), 0, 0.0
    for number in range(first, last + 1):
        state, published = read(lines[number - FIRST])
        best, taken = timed(solver, state)
        nodes, seconds = nodes + solver.nodes, seconds + taken
        right = best.margin == max(published.values()) == published[state.text(best.actions[0])]
        print(
            f"FFO {number}: {state.text(best.actions[0])} {best.margin:+}",
            told(solver.nodes, taken),
            end="",
            flush=True,
        )
        print("" if right else f", published: {max(published.values()):+}", flush=True)
    print(f"FFO {first}-{last}:", told(nodes, seconds))


def solve_own(game: Game, empty: int, count: int) -> None:
    """Solve positions from games of a bot against itself."""
    solver, nodes, times, seed = solver_of(game), 0, [], 0
    while len(times) < count:
        state = late_position(game, empty, seed)
        seed += 1
        if state is not None:
            _, taken = timed(solver, state)
            nodes += solver.nodes
            times.append(taken)
    print(
        f"{game.key}, {empty} empty:",
        told(nodes // count, sum(times) / count),
        f"on average, longest {max(times):.2f} s, {sum(taken > 1 for taken in times)} took more than 1 s",
    )


def late_position(game: Game, empty: int, seed: int) -> State | None:
    """The start of a turn with this number of empty squares, if the game has one."""
    state, bot = opening(game, seed), quincunx.bot("level 4", game, seed)
    while not state.over:
        left = sum(row.count(0) for row in state.board())
        if left <= empty:
            return state if left == empty and state.acted == 0 else None
        state.apply(bot.choose(state, Budget()))
    return None


def solver_of(game: Game) -> Solver:
    solver = game.spec.solver(game)
    assert solver is not None
    return solver


def timed(solver: Solver, state: State) -> tuple[Exact, float]:
    """The best action and the CPU time it took to find it."""
    started = time.process_time()
    best = solver.solve(state, FOREVER)[0]
    return best, time.process_time() - started


def told(nodes: int, seconds: float) -> str:
    return f"{nodes:,} nodes, {seconds:.3f} s, {nodes / max(seconds, 1e-6) / 1e6:.1f} M nodes/s"


def read(line: str) -> tuple[State, dict[str, int]]:
    """A position of the FFO test, and the score of every move."""
    first, *rest = line.split(";")
    board, side = first.split()
    rows = [board[start : start + 8].translate(str.maketrans("XO", "bw")) for start in range(56, -1, -8)]
    text = re.sub("-+", lambda empty: str(len(empty[0])), "/".join(rows))
    moves = (move.strip().lower().split(":") for move in rest if move.strip())
    state = quincunx.game("othello").position(f"{text} {'b' if side == 'X' else 'w'}")
    return state, {move: int(score) for move, score in moves}


if __name__ == "__main__":
    main()
