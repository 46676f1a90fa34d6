"""`quincunx random`: plays random games and counts their results."""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial

from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.position import add_position, named_position
from quincunx.clients.terminal.input.values import count, some
from quincunx.clients.terminal.text.interruptible import interruptible
from quincunx.clients.terminal.text.progress import Bar
from quincunx.clients.terminal.text.tables import print_table
from quincunx.core.perft import Playouts
from quincunx.core.state import State

_BATCH_SECONDS = 0.2


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_random)
    add_position(parser)
    parser.add_argument("--games", type=some, default=1000, help="number of games (default: 1000)")
    parser.add_argument("--seed", type=count, default=0, help="the same seed gives the same games (default: 0)")


def _random(arguments: argparse.Namespace) -> None:
    print_playouts(named_position(arguments), arguments.games, arguments.seed)


def print_playouts(state: State, games: int, seed: int) -> None:
    """Play random games; print how they ended and how fast they were played. Ctrl-C prints the results so far."""
    player = Playouts(state, seed)
    batch = 1
    started = time.perf_counter()
    try:
        with Bar(games, "games") as bar:
            while bar.done < games:
                batch = min(batch, games - bar.done)
                begun = time.perf_counter()
                interruptible(player, partial(player.run, batch))
                bar.step(batch)
                batch = max(1, int(batch * min(8.0, _BATCH_SECONDS / max(time.perf_counter() - begun, 1e-9))))
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    _print_tally(state, player, time.perf_counter() - started)


def _print_tally(state: State, player: Playouts, seconds: float) -> None:
    tally = player.tally()
    first, second = map(str, state.game.players)  # in English, like the rest
    names = {0: first, 1: second, None: "draw"}
    results = sorted(tally.results.items(), key=lambda result: -result[1])
    rows = [(names[winner], reason, times, f"{times / tally.playouts:.1%}") for (winner, reason), times in results]
    print_table(("winner", "reason", "games", "share"), rows)
    print(f"\n{tally.playouts} games, {tally.plies / max(tally.playouts, 1):.1f} plies a game")
    print(f"{tally.playouts / max(seconds, 1e-9):.0f} playouts/s")
    print(f"{tally.plies / max(seconds, 1e-9):.0f} plies/s")
