"""Speed of the rules: random playouts of every game, compiled against uncompiled, one thread.

    python bench/rules.py [--seconds S] [GAME ...]

The figures of both builds come from one run of this program; the uncompiled build runs in a second process from `src`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import quincunx
from quincunx import Game, Random
from quincunx.core.perft import Playouts

SOURCE = Path(__file__).resolve().parent.parent / "src"
ROUNDS = 3  # the best of this many

Figures = dict[str, dict[str, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default: 1)")
    parser.add_argument("--json", action="store_true", help="this build's figures only, as JSON")
    arguments = parser.parse_args()
    if arguments.json:
        json.dump(measure(arguments.games, arguments.seconds), sys.stdout)
        return
    compiled = measure(arguments.games, arguments.seconds)
    uncompiled = measure_uncompiled(arguments.games, arguments.seconds)
    print_table(compiled, uncompiled)


def measure(names: list[str], seconds: float) -> Figures:
    """The figures of the build running here, by game."""
    found = {}
    for key in names or quincunx.games():
        game = quincunx.game(key)
        playouts, plies = max((native(game, seconds / ROUNDS) for _ in range(ROUNDS)), key=lambda speed: speed[1])
        python = max(through_python(game, seconds / ROUNDS) for _ in range(ROUNDS))
        found[key] = {"playouts": playouts, "plies": plies, "python": python}
    return found


def measure_uncompiled(names: list[str], seconds: float) -> Figures:
    """The same figures from the uncompiled build."""
    command = [sys.executable, __file__, "--json", "--seconds", str(seconds), *names]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, check=True
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def native(game: Game, seconds: float) -> tuple[float, float]:
    """Playouts and plies per second, by the engine's own playouts."""
    player = Playouts(game.start(), seed=1)
    done, batch, started = 0, 1, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        player.run(batch)
        done += batch
        batch = max(1, done // 4)
    return done / spent, player.tally().plies / spent


def through_python(game: Game, seconds: float) -> float:
    """Actions per second, by `legal_actions` and `apply`."""
    random, actions, started = Random(1), 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        state = game.start()
        while legal := state.legal_actions():
            state.apply(legal[random.below(len(legal))])
            actions += 1
    return actions / (time.perf_counter() - started)


def print_table(compiled: Figures, uncompiled: Figures) -> None:
    print(f"{'':22} {'playouts/s':>12} {'plies/s':>12} {'from Python':>12} {'uncompiled':>12} {'ratio':>7}")
    for name, figures in compiled.items():
        slow = uncompiled[name]["plies"]
        print(
            f"{name:22} {figures['playouts']:>12,.0f} {figures['plies']:>12,.0f} {figures['python']:>12,.0f}"
            f" {slow:>12,.0f} {figures['plies'] / slow:>6,.0f}×"
        )


if __name__ == "__main__":
    main()
