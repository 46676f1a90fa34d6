"""`quincunx balance`: how even the games are, by a bot playing itself; or what was measured before."""

from __future__ import annotations

import argparse
import itertools
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.clients.terminal.arguments import add_command, named_spec, whole
from quincunx.clients.terminal.strength import add_run, watched
from quincunx.core.errors import OptionError
from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.search.balance import FILE, Measured, read_balance, shipped_balance, with_newer, write_balance
from quincunx.search.contest import ANY, Contest, Played, play_once
from quincunx.search.levels import LEVELS

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands

Rows = Iterable[tuple[Spec, Measured]]
USUAL_LEVEL = 6
HEAD = "| game | choices | level | score (side) | ± | drawn | turns (median) | games |\n" + 8 * "|---" + "|"


def add_balance(commands: Commands) -> None:
    """The command's arguments."""
    balance = add_command(commands, "balance", _balance, "measure how even the games are, by a bot playing itself")
    balance.add_argument("games_named", metavar="GAME", nargs="*", help="only these games (default: all)")
    balance.add_argument(
        "--level",
        type=whole(1, len(LEVELS)),
        action="append",
        help=f"of the bot; may be repeated (default: {USUAL_LEVEL}; shipped: all)",
    )
    balance.add_argument("--shipped", action="store_true", help="measure nothing: print what comes with the games")
    balance.add_argument(
        "--output",
        metavar="FOLDER",
        type=Path,
        help=f"write it to FOLDER/FAMILY/{FILE}, over older figures of the same game",
    )
    add_run(balance, games=100, of="for each game, and each pairing of what it ships")


def _balance(arguments: argparse.Namespace) -> None:
    specs = [named_spec(key) for key in arguments.games_named or games()]
    if arguments.shipped:
        _print_shipped(specs, arguments)
    else:
        _print_table(_measured(specs, arguments))


def _print_shipped(specs: list[Spec], arguments: argparse.Namespace) -> None:
    if arguments.output is not None:
        raise OptionError("--output keeps what is measured: leave out --shipped, which measures nothing")
    shipped = [(spec, row) for spec in specs for row in shipped_balance(spec)]
    wanted = [(spec, row) for spec, row in shipped if not arguments.level or row.level in arguments.level]
    if wanted or not arguments.level:
        _print_table(wanted)
    else:
        asked, there = (", ".join(map(str, sorted(set(levels)))) for levels in (arguments.level, _levels(shipped)))
        print(f"Nothing is shipped of level {asked}, only of {there}.")


def _levels(rows: Rows) -> list[int]:
    return [row.level for _, row in rows]


def _print_table(rows: Rows) -> None:
    print(HEAD)
    for spec, row in rows:
        print(_line(spec, row), flush=True)


def _line(spec: Spec, row: Measured) -> str:
    choices = " ".join(row.choices.values())
    return (
        f"| {spec.key} | {choices} | {row.level} | {row.score.mean:.1%} ({spec.players[0]}) | {row.score.error:.1%} "
        f"| {row.drawn / row.games:.0%} | {row.turns:.0f} | {row.games} |"
    )


def _measured(specs: list[Spec], arguments: argparse.Namespace) -> Iterator[tuple[Spec, Measured]]:
    """One measurement after another, each kept as soon as it is there; Ctrl-C ends it with the games so far."""
    for level, spec in itertools.product(arguments.level or [USUAL_LEVEL], specs):
        for choices in _shipped_choices(spec):
            row = _measure(spec, choices, level, arguments)
            if row:
                _keep(spec, row, arguments)
                yield spec, row
            if row is None or row.games < arguments.games:
                return


def _shipped_choices(spec: Spec) -> Iterator[dict[str, str]]:
    """Every way to choose among the values that options come with; one, without any choice, where none does."""
    options = [option for option in spec.options if option.shipped]
    for values in itertools.product(*(option.shipped for option in options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


def _measure(spec: Spec, choices: dict[str, str], level: int, arguments: argparse.Namespace) -> Measured | None:
    """The games that were played, added up; None where there was no time for any."""
    bot = f"level {level}"
    contest = Contest(make_game(spec.key, choices), (bot, bot), arguments.seconds, arguments.seed, ANY)
    played = watched(play_once(contest, arguments.games, arguments.workers), arguments.games, "games")
    if not played:
        return None
    command = (
        f"quincunx balance {spec.key} --level {level} --games {len(played)}"
        f" --seconds {arguments.seconds:g} --seed {arguments.seed}"
    )
    return added_up(played, spec.key, level, command, choices)


def added_up(played: list[Played], game: str, level: int, command: str, choices: dict[str, str]) -> Measured:
    """What games of a bot against itself come to."""
    how = Counter(one.result for one in played)
    turns = statistics.median(one.turns for one in played)
    return Measured(game, level, how[1.0], how[0.5], how[0.0], turns, command, choices)


def _keep(spec: Spec, row: Measured, arguments: argparse.Namespace) -> None:
    """Write it into the file of the game's family, but never what was stopped early over more games."""
    if arguments.output is None:
        return
    file: Path = arguments.output / spec.package.rpartition(".")[2] / FILE
    kept = read_balance(file.read_text(encoding="utf-8")) if file.is_file() else []
    whole = row.games == arguments.games
    if not whole and any(older.subject == row.subject and older.games > row.games for older in kept):
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(write_balance(with_newer(kept, row)), encoding="utf-8")
