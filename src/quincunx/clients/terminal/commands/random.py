"""`quincunx random`: plays random games and counts their results."""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial

from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.position import add_position, named_position
from quincunx.clients.terminal.input.values import count, some
from quincunx.clients.terminal.text import progress
from quincunx.clients.terminal.text.interruptible import interruptible
from quincunx.core.perft import Playouts
from quincunx.core.state import State

_BATCH_SECONDS = 0.2


def add_arguments(parser: Parser) -> None:
    """The command's arguments."""
    parser.set_defaults(run=_random)
    add_position(parser)
    parser.add_argument("--games", type=some, default=1000, help="how many (default: 1000)")
    parser.add_argument("--seed", type=count, default=0, help="the same seed gives the same games (default: 0)")


def _random(arguments: argparse.Namespace) -> None:
    print_playouts(named_position(arguments), arguments.games, arguments.seed)


def print_playouts(state: State, games: int, seed: int) -> None:
    """Play random games; print how they ended and how fast they went. Ctrl-C prints what there is so far."""
    player = Playouts(state, seed)
    batch, done = 1, 0
    started = time.perf_counter()
    try:
        while done < games:
            batch = min(batch, games - done)
            begun = time.perf_counter()
            interruptible(player, partial(player.run, batch))
            done += batch
            batch = max(1, int(batch * min(8.0, _BATCH_SECONDS / max(time.perf_counter() - begun, 1e-9))))
            progress.show(f"{done} of {games} games")
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    progress.show("")
    _print_tally(state, player, time.perf_counter() - started)


def _print_tally(state: State, player: Playouts, seconds: float) -> None:
    tally = player.tally()
    names = {0: state.game.players[0], 1: state.game.players[1], None: "draw"}
    for (winner, reason), times in sorted(tally.results.items(), key=lambda result: -result[1]):
        print(f"{names[winner]:<10} {reason:<16} {times:>8}  {100 * times / tally.playouts:5.1f} %")
    print(f"{tally.playouts} games, {tally.plies / max(tally.playouts, 1):.1f} plies a game")
    print(f"{tally.playouts / max(seconds, 1e-9):.0f} playouts/s")
    print(f"{tally.plies / max(seconds, 1e-9):.0f} plies/s")
