"""`quincunx lab selfplay`: plays games of a bot against itself, and stores their positions for training."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import add_evaluation
from quincunx.clients.terminal.input.values import count, seconds, some
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.errors import OptionError
from quincunx.core.evaluation import evaluator_of
from quincunx.core.game import Game
from quincunx.search.learning.samples import Terms, append, blocks, games_in, start
from quincunx.search.learning.selfplay import Task, play, tasks_from


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_selfplay)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, required=True, help="write FOLDER/GAME.qpos, or continue it"
    )
    parser.add_argument("--games", type=some, default=10_000, help="number of games in the file (default: 10000)")
    parser.add_argument("--seconds", type=seconds, help="stop after this many seconds")
    parser.add_argument("--nodes", type=some, default=500, help="nodes to search for each turn (default: 500)")
    parser.add_argument(
        "--handicap", metavar="SIDE", default="", help="in half of the games, this side searches 4 or 8 times the nodes"
    )
    parser.add_argument("--seed", type=count, default=1, help="seed of openings and bots (default: 1)")
    parser.add_argument("--workers", type=count, default=0, help="number of processes (default: one per core)")
    add_evaluation(parser)


def _selfplay(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    first = Task(game, arguments.evaluation, arguments.nodes, _helped(game, arguments.handicap), arguments.seed, 0)
    path = arguments.out / f"{game.key}.qpos"
    start(path, _terms(first, arguments.handicap))
    done = games_in(path)
    missing = [number for number in range(arguments.games) if number not in done]
    positions = _fill(path, play(tasks_from(first, missing), arguments.workers), len(missing), arguments.seconds)
    total = sum(1 for _ in blocks(path))
    print(f"{path}: {total} games, {positions} positions from this run")


def _helped(game: Game, letter: str) -> int | None:
    """The side with this letter."""
    if not letter:
        return None
    if letter not in game.spec.sides:
        raise OptionError(f"{game.key} has no side {letter!r}; it has {' and '.join(game.spec.sides)}")
    return game.spec.sides.index(letter)


def _terms(task: Task, handicap: str) -> Terms:
    game = task.game
    evaluator = evaluator_of(game, task.evaluation)
    if not evaluator.input_count():
        raise OptionError(f"{game.key} has no inputs for a network with these options")
    options = dict(game.options)
    return Terms(
        game.key, options, evaluator.input_count(), evaluator.names, task.evaluation, task.nodes, handicap, task.seed
    )


def _fill(path: Path, games: Iterator[tuple[int, bytes, int]], count: int, most_seconds: float | None) -> int:
    """Append games as they end; returns the number of positions. Ctrl-C ends it, and loses only unfinished games."""
    positions, deadline = 0, time.monotonic() + (most_seconds or float("inf"))
    try:
        with Bar(count, "games") as bar:
            for number, block, size in games:
                append(path, number, block)
                positions += size
                bar.step(1, f"({positions} positions)")
                if time.monotonic() > deadline:
                    break
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    return positions
