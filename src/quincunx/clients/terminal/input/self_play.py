"""Arguments and a progress bar for commands in which bots play many games."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

from quincunx.clients.terminal.input.game_options import add_game_options
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import count, seconds, some, whole
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.evaluation import CLASSIC, SHIPPED
from quincunx.core.game import Game
from quincunx.search.process_pool import in_processes
from quincunx.search.tuning import SelfPlay

Item = TypeVar("Item")

EVALUATIONS = f"{SHIPPED} (with the game's network if it has one), {CLASSIC}, or the file of a network"


def add_self_play(parser: Parser, games: int, least: int) -> None:
    """Add the arguments for the game and the amount of self-play."""
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--nodes", type=some, default=1000, help="nodes to search for each turn (default: 1000)")
    add_run(parser, games=games, of="of self-play", least=least)


def add_run(parser: Parser, games: int, of: str, least: int = 1) -> None:
    """Add the arguments for the number of games, the time, the seed and the processes."""
    parser.add_argument("--games", type=whole(least), default=games, help=f"number of games {of} (default: {games})")
    parser.add_argument("--seconds", type=seconds, default=0.1, help="seconds for each turn, at most (default: 0.1)")
    parser.add_argument("--seed", type=count, default=1, help="seed of openings and bots (default: 1)")
    parser.add_argument("--workers", type=count, default=0, help="number of processes (default: one per core)")


def add_evaluation(parser: Parser) -> None:
    """Add the argument for how the bots judge positions."""
    parser.add_argument(
        "--evaluation",
        metavar="E",
        default=SHIPPED,
        help=f"{EVALUATIONS} (default: {SHIPPED})",
    )


def watched(items: Iterable[Item], total: int, what: str, each: int = 1) -> list[Item]:
    """Collect all items with a progress bar; Ctrl-C ends it and returns the items so far."""
    done: list[Item] = []
    try:
        with Bar(total, what) as bar:
            for item in items:
                done.append(item)
                bar.step(each)
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    return done


def self_played(game: Game, arguments: argparse.Namespace, play: Callable[[SelfPlay], list[Item]]) -> list[list[Item]]:
    """The items from each game of self-play."""
    tasks = [SelfPlay(game, arguments.nodes, arguments.seed + number) for number in range(arguments.games)]
    return watched(in_processes(play, tasks, arguments.workers), arguments.games, "games")


def print_command(name: str, game: Game, arguments: argparse.Namespace, games: int) -> None:
    """Print the command that reproduces the output, as a comment."""
    chosen = named_options(arguments)
    print(f"# quincunx lab {name} {game.key}{chosen} --games {games} --nodes {arguments.nodes} --seed {arguments.seed}")


def named_evaluation(arguments: argparse.Namespace) -> str:
    """The evaluation as it was given on the command line, if it is not the usual one."""
    return "" if arguments.evaluation == SHIPPED else f" --evaluation {shlex.quote(arguments.evaluation)}"


def named_options(arguments: argparse.Namespace) -> str:
    """The game's options as they were given on the command line."""
    return "".join(f" -o {shlex.quote(option)}" for option in arguments.option)
