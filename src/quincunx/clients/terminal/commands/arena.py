"""`quincunx arena`: a tournament of bots and of other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from quincunx.clients.arena.bouts import Played, Terms
from quincunx.clients.arena.players import UCI, Entrant
from quincunx.clients.arena.record_folder import RecordFolder
from quincunx.clients.arena.schedule import Schedule, pairings
from quincunx.clients.arena.standings import Standing, standings
from quincunx.clients.arena.uci_engine import EngineFault
from quincunx.clients.language import t
from quincunx.clients.terminal.commands.match import IN_PAIRS, evened
from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.values import count, seconds, whole
from quincunx.clients.terminal.text.messages import decimals
from quincunx.clients.terminal.text.progress import Bar
from quincunx.clients.terminal.text.tables import print_table
from quincunx.core.errors import QuincunxError
from quincunx.search.learning.sprt import RatioTest
from quincunx.words import phrase

HEAD = ("player", "elo", "error", "points", "games")


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_arena)
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help=f"random, 'level 1' to 'level 8', rollouts, mcts, alphabeta, '{UCI}COMMAND' or 'NAME={UCI}COMMAND'",
    )
    parser.add_argument("--game", metavar="G", required=True, help="a game's key; see quincunx games")
    add_game_options(parser)
    parser.add_argument("--gauntlet", action="store_true", help="only games of the first bot against the others")
    parser.add_argument(
        "--games", type=whole(2), default=100, help=f"number of games for each pairing, {IN_PAIRS} (default: 100)"
    )
    parser.add_argument("--seconds", type=seconds, default=0.1, help="seconds for each turn (default: 0.1)")
    parser.add_argument(
        "--margin", type=seconds, default=1.0, help="seconds by which a program may answer late (default: 1)"
    )
    parser.add_argument(
        "--sprt",
        metavar=("LOW", "HIGH"),
        nargs=2,
        type=float,
        help="end a pairing once it is clear whether the first bot is LOW or HIGH Elo stronger",
    )
    parser.add_argument("--seed", type=count, default=1, help="seed of openings and bots (default: 1)")
    parser.add_argument("--workers", type=count, default=0, help="number of processes (default: one per core)")
    parser.add_argument("--records", metavar="FOLDER", type=Path, help="keep all games here; run it again to resume")
    add_language(parser)


def _arena(arguments: argparse.Namespace) -> None:
    entrants = tuple(Entrant.read(text) for text in arguments.bots)
    if len(entrants) < 2 or len({entrant.name for entrant in entrants}) < len(entrants):
        raise QuincunxError(phrase("commands.arena.names"))
    terms = Terms(named_game(arguments), entrants, arguments.seconds, arguments.margin, arguments.seed)
    _check(terms)
    test = RatioTest(*arguments.sprt) if arguments.sprt else None
    paired = pairings(len(entrants), arguments.gauntlet)
    schedule = Schedule(terms, paired, evened(arguments.games) // 2, test)
    folder = RecordFolder(arguments.records, terms) if arguments.records else None
    played = _played(schedule, folder, arguments.workers)
    if played:
        _print(terms, standings(len(entrants), played), schedule)


def _check(terms: Terms) -> None:
    """Refuse an unknown bot, or a program that does not start, before the first game."""
    for entrant in terms.entrants:
        try:
            entrant.player(terms.game, 0, terms.margin).close()
        except EngineFault as fault:
            raise QuincunxError(phrase("commands.arena.no_engine", name=entrant.name)) from fault


def _played(schedule: Schedule, folder: RecordFolder | None, workers: int) -> list[Played]:
    """Play with a progress bar; Ctrl-C ends it, and the games so far count."""
    played = list(folder.played()) if folder else []
    for bout in played:
        schedule.note(bout)
    try:
        with Bar(2 * schedule.bouts * len(schedule.pairings), t("commands.match.games")) as bar:
            bar.step(2 * len(played))
            for bout in schedule.run(workers):
                played.append(bout)
                if folder:
                    folder.keep(bout)
                bar.step(2)
    except KeyboardInterrupt:
        print(t("commands.program.stopped_early"), file=sys.stderr)
    return played


def _print(terms: Terms, rows: list[Standing], schedule: Schedule) -> None:
    numbers = [str(place) for place in range(1, len(rows) + 1)]
    head = ["", *(t(f"commands.arena.head.{name}") for name in HEAD), *numbers]
    print_table(head, [_row(terms, place, row, rows) for place, row in enumerate(rows, 1)])
    for row in rows:
        for reason, times in row.faults.items():
            print(t(f"commands.arena.{reason}", name=terms.entrants[row.player].name, count=times))
    for pairing in schedule.pairings:
        verdict = schedule.verdict(pairing)
        if verdict is not None:
            one, other = (terms.entrants[number].name for number in pairing)
            print(t("commands.arena.stronger" if verdict else "commands.arena.not_stronger", one=one, other=other))


def _row(terms: Terms, place: int, row: Standing, rows: list[Standing]) -> list[object]:
    """A player's line of the crosstable."""
    elo, error = f"{row.rating.elo:+z.0f}", f"± {row.rating.error:.0f}"
    cells = [_score(row, other) for other in rows]
    return [place, terms.entrants[row.player].name, elo, error, _points(row.points), row.games, *cells]


def _score(row: Standing, other: Standing) -> str:
    if other.player not in row.against:
        return "·"
    points, games = row.against[other.player]
    return f"{_points(points)}/{games}"


def _points(points: float) -> str:
    return decimals(points, "g")
