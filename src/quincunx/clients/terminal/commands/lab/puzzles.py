"""`quincunx lab puzzles`: finds puzzles of a game by self-play and writes them to a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import count, some
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.game import Game
from quincunx.notation.puzzle import Puzzle, write_collection
from quincunx.search.puzzles import mine

NODES = 60_000


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_mine)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--count", type=some, default=10, help="number of puzzles (default: 10)")
    parser.add_argument("--nodes", type=some, default=NODES, help=f"nodes of the deepest search (default: {NODES})")
    parser.add_argument("--seed", type=count, default=1, help="seed of openings and bots (default: 1)")
    parser.add_argument("--workers", type=count, default=1, help="number of processes; 0 for one per core (default: 1)")
    parser.add_argument("--output", metavar="FILE", default="-", help="output file (default: standard output)")


def _mine(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    found: list[Puzzle] = []
    try:
        for found in _growing(game, arguments):
            if arguments.output != "-":
                _write(Path(arguments.output), game, found, arguments)
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    if arguments.output == "-":
        sys.stdout.write(_text(game, found, arguments))


def _growing(game: Game, arguments: argparse.Namespace) -> Iterator[list[Puzzle]]:
    """Yield the puzzles so far whenever there are more, until there are enough; with a progress bar."""
    found: list[Puzzle] = []
    with Bar(arguments.count, "puzzles") as bar:
        for games, puzzles in enumerate(mine(game, arguments.nodes, arguments.seed, arguments.workers), start=1):
            puzzles = puzzles[: arguments.count - len(found)]
            bar.step(len(puzzles), f"({games} games)")
            if puzzles:
                found += puzzles
                yield found
            if len(found) == arguments.count:
                break


def _write(path: Path, game: Game, found: list[Puzzle], arguments: argparse.Namespace) -> None:
    path.write_text(_text(game, found, arguments), encoding="utf-8")


def _text(game: Game, found: list[Puzzle], arguments: argparse.Namespace) -> str:
    """The contents of the file, with the command that finds the same puzzles again."""
    options = "".join(f" -o {option}" for option in arguments.option)
    limits = f"--count {arguments.count} --nodes {arguments.nodes} --seed {arguments.seed}"
    return write_collection(f"quincunx lab puzzles {game.key}{options} {limits}", found)
