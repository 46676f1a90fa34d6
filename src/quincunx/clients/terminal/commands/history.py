"""`quincunx history`: the matches of the player of this terminal, here or on a server."""

from __future__ import annotations

import argparse

from quincunx.clients.language import t
from quincunx.clients.terminal.input.game_options import add_game_filter, game_filter
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.values import some
from quincunx.clients.terminal.seats.player_data import add_player, opened
from quincunx.clients.terminal.seats.seat_arguments import how_to_resume
from quincunx.clients.terminal.text import tables

PAGE = 20


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_history)
    parser.add_argument("--limit", type=some, default=PAGE, metavar="N", help=f"number of matches (default: {PAGE})")
    add_game_filter(parser)
    add_player(parser)
    add_language(parser)


def _history(arguments: argparse.Namespace) -> None:
    game = game_filter(arguments)
    with opened(arguments) as data:
        rows = [tables.history_row(match) for match in data.history(game, arguments.limit)]
        name = data.profile().name
    if rows:
        tables.print_table(tables.HISTORY, rows)
        print("\n" + t("commands.history.how_to_resume", command=f"{how_to_resume(arguments)}=ID"))
    elif game is not None:
        print(t("commands.history.nothing_of", name=name, game=game))
    else:
        print(t("commands.history.nothing", name=name))
