"""`quincunx lab balance`: measures how even the games are, by a bot playing itself."""

from __future__ import annotations

import argparse
import itertools
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import add_run, watched
from quincunx.clients.terminal.input.values import whole
from quincunx.clients.terminal.text.balance import print_balance
from quincunx.core.spec import RuleSet, Spec
from quincunx.games import game as game_of
from quincunx.games import games as all_games
from quincunx.search.balance import FILE, Measured, read_balance, with_newer, write_balance
from quincunx.search.levels import LEVELS
from quincunx.search.tournament import ANY, Contest, Played, play_once

USUAL_LEVEL = 6


def add_arguments(parser: Parser) -> None:
    """The command's arguments."""
    parser.set_defaults(run=_balance)
    parser.add_argument("games_named", metavar="GAME", nargs="*", help="only these games (default: all)")
    parser.add_argument(
        "--level",
        type=whole(1, len(LEVELS)),
        action="append",
        help=f"of the bot; may be repeated (default: {USUAL_LEVEL})",
    )
    parser.add_argument(
        "--output", metavar="FOLDER", type=Path, help=f"keep it in FOLDER/GAME/{FILE}, in place of what that said of it"
    )
    add_run(parser, games=100, of="for each rule set, and each pairing of what it ships")


def _balance(arguments: argparse.Namespace) -> None:
    specs = [game_of(key).spec for key in arguments.games_named or all_games()]
    print_balance(_measured(specs, arguments))


def _measured(specs: list[Spec], arguments: argparse.Namespace) -> Iterator[tuple[Spec, Measured]]:
    """One measurement after another, each kept as soon as it is there; Ctrl-C ends it with the games so far."""
    for level, spec in itertools.product(arguments.level or [USUAL_LEVEL], specs):
        for rule_set in spec.rule_sets:
            for choices in _shipped_choices(rule_set):
                row = _measure(spec, rule_set, choices, level, arguments)
                if row:
                    _keep(spec, row, arguments)
                    yield spec, row
                if row is None or row.games < arguments.games:
                    return


def _shipped_choices(rule_set: RuleSet) -> Iterator[dict[str, str]]:
    """Every way to choose among the values that options come with; one, without any choice, where none does."""
    options = [option for option in rule_set.options if option.shipped]
    for values in itertools.product(*(option.shipped for option in options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


def _measure(
    spec: Spec, rule_set: RuleSet, choices: dict[str, str], level: int, arguments: argparse.Namespace
) -> Measured | None:
    """The games that were played, added up; None where there was no time for any."""
    bot = f"level {level}"
    contest = Contest(game_of(spec.key, rule_set.name, **choices), (bot, bot), arguments.seconds, arguments.seed, ANY)
    played = watched(play_once(contest, arguments.games, arguments.workers), arguments.games, "games")
    if not played:
        return None
    command = (
        f"quincunx lab balance {spec.key} --level {level} --games {len(played)}"
        f" --seconds {arguments.seconds:g} --seed {arguments.seed}"
    )
    return added_up(played, rule_set.name, level, command, choices)


def added_up(played: list[Played], rules: str, level: int, command: str, choices: dict[str, str]) -> Measured:
    """What games of a bot against itself come to."""
    how = Counter(game.result for game in played)
    turns = statistics.median(game.turns for game in played)
    return Measured(rules, level, how[1.0], how[0.5], how[0.0], turns, command, choices)


def _keep(spec: Spec, row: Measured, arguments: argparse.Namespace) -> None:
    """Write it into the game's file, but never what was stopped early over more games."""
    if arguments.output is None:
        return
    file: Path = arguments.output / spec.key / FILE
    kept = read_balance(spec.key, file.read_text(encoding="utf-8")) if file.is_file() else []
    whole = row.games == arguments.games
    if not whole and any(older.subject == row.subject and older.games > row.games for older in kept):
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(write_balance(spec.key, with_newer(kept, row)), encoding="utf-8")
