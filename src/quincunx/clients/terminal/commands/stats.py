"""`quincunx stats`: the results and ratings of the player of this terminal, here or on a server."""

from __future__ import annotations

import argparse

from quincunx.clients.language import t
from quincunx.clients.terminal.input.game_options import add_game_filter, game_filter
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.seats.player_data import add_player, opened
from quincunx.clients.terminal.text import tables


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_stats)
    add_game_filter(parser)
    add_player(parser)
    add_language(parser)


def _stats(arguments: argparse.Namespace) -> None:
    game = game_filter(arguments)
    with opened(arguments) as data:
        profile = data.profile()
    since = "commands.stats.there_since" if arguments.online else "commands.stats.here_since"
    print(t(since, name=profile.name, day=tables.day(profile.since)))
    counted = [line for line in profile.stats if game in (None, line.game)]
    if counted:
        tables.print_table(tables.STATS, tables.stats_rows(counted, profile.streaks))
    else:
        print(t("commands.stats.nothing"))
    rated = [line for line in profile.ratings if game in (None, line.game)]
    if rated:
        print()
        tables.print_table(tables.RATINGS, tables.rating_rows(rated))
