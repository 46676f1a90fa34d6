"""`quincunx rules`: the rules of a game, to read."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.game_options import require_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.text.rules import rules_of, rules_text
from quincunx.games import make_game


def add_arguments(parser: Parser) -> None:
    """The command's arguments."""
    parser.set_defaults(run=_rules)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    parser.add_argument("--rules", metavar="R", help="only what holds for that rule set (default: all of them)")


def _rules(arguments: argparse.Namespace) -> None:
    require_game(arguments.game)
    game = make_game(arguments.game, arguments.rules, {})
    print(rules_text(game.spec) if arguments.rules is None else rules_of(game.spec, game.rules))
