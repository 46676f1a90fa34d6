"""`quincunx balance`: shows how even the games are, from the measurements shipped with them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from quincunx.clients.language import t
from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.values import whole
from quincunx.clients.terminal.text.balance import print_balance
from quincunx.games import games
from quincunx.search.balance import shipped_balance
from quincunx.search.levels import LEVELS


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_balance)
    parser.add_argument("games_named", metavar="GAME", nargs="*", help="only these games (default: all)")
    parser.add_argument(
        "--level", type=whole(1, len(LEVELS)), action="append", help="level of the bot; may be repeated (default: all)"
    )
    add_language(parser)


def _balance(arguments: argparse.Namespace) -> None:
    specs = [named_spec(key) for key in arguments.games_named or games()]
    shipped = [(spec, row) for spec in specs for row in shipped_balance(spec)]
    wanted = [(spec, row) for spec, row in shipped if not arguments.level or row.level in arguments.level]
    if wanted or not arguments.level:
        print_balance(wanted)
    else:
        asked, there = _listed(arguments.level), _listed(row.level for _, row in shipped)
        print(t("commands.balance.nothing", asked=asked, there=there))


def _listed(levels: Iterable[int]) -> list[str]:
    return list(map(str, sorted(set(levels))))
