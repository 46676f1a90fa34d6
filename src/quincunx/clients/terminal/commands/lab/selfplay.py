"""`quincunx lab selfplay`: plays games of a bot against itself, and stores their positions for training."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import add_evaluation
from quincunx.clients.terminal.input.values import count, seconds, some
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.errors import NetworkError, OptionError
from quincunx.core.evaluation import evaluator_of
from quincunx.core.game import Game
from quincunx.search.learning.samples import Terms, append, games_in, start
from quincunx.search.learning.selfplay import Task, play, tasks_from
from quincunx.words import phrase


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_selfplay)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, required=True, help="write FOLDER/GAME.qpos, or continue it"
    )
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--games", type=some, help="play until the file has this many games")
    limit.add_argument("--seconds", type=seconds, help="play for this many seconds")
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
    numbers = range(arguments.games) if arguments.games else itertools.count()
    games = play(tasks_from(first, (number for number in numbers if number not in done)), arguments.workers)
    with _bar(arguments, done) as bar:
        positions = _fill(path, games, bar, arguments.seconds)
    print(f"{path}: {len(games_in(path))} games, {positions} positions from this run")


def _bar(arguments: argparse.Namespace, done: set[int]) -> Bar:
    """A bar of games, or of seconds if those are the limit."""
    if arguments.seconds:
        return Bar(round(arguments.seconds), "seconds")
    return Bar(max(0, arguments.games - len(done)), "games")


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
        raise NetworkError(phrase("core.network.none", game=game.key))
    options = dict(game.options)
    return Terms(
        game.key, options, evaluator.input_count(), evaluator.names, task.evaluation, task.nodes, handicap, task.seed
    )


def _fill(path: Path, games: Iterator[tuple[int, bytes, int]], bar: Bar, most_seconds: float | None) -> int:
    """Append games as they end; returns the number of positions. Ctrl-C ends it, and loses only unfinished games."""
    positions, started = 0, time.monotonic()
    try:
        for number, block, size in games:
            append(path, number, block)
            positions += size
            passed = time.monotonic() - started
            bar.step(round(passed) - bar.done if most_seconds else 1, f"({positions} positions)")
            if most_seconds and passed > most_seconds:
                break
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    return positions
