"""`quincunx lab balance`: measures how even the games are, by a bot playing itself."""

from __future__ import annotations

import argparse
import itertools
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import add_evaluation, add_run, named_evaluation, watched
from quincunx.clients.terminal.input.values import whole
from quincunx.clients.terminal.text.balance import print_balance
from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.search.balance import FILE, Measured, read_balance, with_newer, write_balance
from quincunx.search.levels import LEVELS
from quincunx.search.tournament import ANY, Contest, Played, play_once

USUAL_LEVEL = 6


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_balance)
    parser.add_argument("games_named", metavar="GAME", nargs="*", help="only these games (default: all)")
    parser.add_argument(
        "--level",
        type=whole(1, len(LEVELS)),
        action="append",
        help=f"level of the bot; may be repeated (default: {USUAL_LEVEL})",
    )
    parser.add_argument(
        "--output",
        metavar="FOLDER",
        type=Path,
        help=f"write the results to FOLDER/FAMILY/{FILE}, replacing older ones of the same game",
    )
    add_run(parser, games=100, of="for each game, and for each combination of its built-in options")
    add_evaluation(parser)


def _balance(arguments: argparse.Namespace) -> None:
    specs = [named_spec(key) for key in arguments.games_named or games()]
    print_balance(_measured(specs, arguments))


def _measured(specs: list[Spec], arguments: argparse.Namespace) -> Iterator[tuple[Spec, Measured]]:
    """Measure one combination after another, and save each result at once; Ctrl-C ends it after the games so far."""
    for level, spec in itertools.product(arguments.level or [USUAL_LEVEL], specs):
        for choices in _shipped_choices(spec):
            row = _measure(spec, choices, level, arguments)
            if row:
                _keep(spec, row, arguments)
                yield spec, row
            if row is None or row.games < arguments.games:
                return


def _shipped_choices(spec: Spec) -> Iterator[dict[str, str]]:
    """All combinations of the values that are shipped for options; a single empty one if there are none."""
    options = [option for option in spec.options if option.shipped]
    for values in itertools.product(*(option.shipped for option in options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


def _measure(spec: Spec, choices: dict[str, str], level: int, arguments: argparse.Namespace) -> Measured | None:
    """Play the games and summarize them; None if it was stopped before the first ended."""
    bot = f"level {level}"
    contest = Contest(
        make_game(spec.key, choices), (bot, bot), arguments.seconds, arguments.seed, ANY, (arguments.evaluation,) * 2
    )
    played = watched(play_once(contest, arguments.games, arguments.workers), arguments.games, "games")
    if not played:
        return None
    command = (
        f"quincunx lab balance {spec.key} --level {level} --games {len(played)}"
        f" --seconds {arguments.seconds:g} --seed {arguments.seed}{named_evaluation(arguments)}"
    )
    return added_up(played, spec.key, level, command, choices)


def added_up(played: list[Played], game: str, level: int, command: str, choices: dict[str, str]) -> Measured:
    """Summarize games of a bot against itself."""
    how = Counter(one.result for one in played)
    turns = statistics.median(one.turns for one in played)
    return Measured(game, level, how[1.0], how[0.5], how[0.0], turns, command, choices)


def _keep(spec: Spec, row: Measured, arguments: argparse.Namespace) -> None:
    """Write a result to the file of the game's family, unless it was stopped early and the file has more games."""
    if arguments.output is None:
        return
    file: Path = arguments.output / spec.package.rpartition(".")[2] / FILE
    kept = read_balance(file.read_text(encoding="utf-8")) if file.is_file() else []
    whole = row.games == arguments.games
    if not whole and any(older.subject == row.subject and older.games > row.games for older in kept):
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(write_balance(with_newer(kept, row)), encoding="utf-8")
