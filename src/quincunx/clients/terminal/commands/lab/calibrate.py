"""`quincunx lab calibrate`: rates the levels of a game by playing them against each other."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.commands.match import IN_PAIRS, evened
from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.self_play import add_evaluation, add_run, named_evaluation, named_options, watched
from quincunx.search.ladder import PLAYERS, meetings, play_ladder, rated
from quincunx.search.levels import LEVELS


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_calibrate)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    add_run(parser, games=100, of=f"for each pairing, {IN_PAIRS}", least=2)
    add_evaluation(parser)


def _calibrate(arguments: argparse.Namespace) -> None:
    game = named_game(arguments)
    games = evened(arguments.games)
    played = watched(
        play_ladder(game, games, arguments.seconds, arguments.seed, arguments.workers, arguments.evaluation),
        len(meetings()) * games,
        "games",
        each=2,
    )
    print(
        f"`quincunx lab calibrate {game.key}{named_options(arguments)} --games {games} --seconds {arguments.seconds:g}"
        f" --seed {arguments.seed}{named_evaluation(arguments)}` ({2 * len(played)} games)\n"
    )
    found = rated(played)
    print("| player | name | Elo | ± | above the one before | ± |\n|---|---|---|---|---|---|")
    names = ("", *(level.name for level in LEVELS))
    for player, name, rating, step in zip(PLAYERS, names, found.players, found.steps, strict=True):
        print(f"| {player} | {name} | {rating.elo:.0f} | {rating.error:.0f} | {step.elo:.0f} | {step.error:.0f} |")
    print(f"\nBeing {game.players[0]} is worth {found.side.elo:+.0f} ± {found.side.error:.0f}.")
