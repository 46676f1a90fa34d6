"""`quincunx rules`: prints the rules of a game."""

from __future__ import annotations

import argparse

from quincunx.clients.language import spoken
from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.play.rulebook import rules_text


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_rules)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_language(parser)


def _rules(arguments: argparse.Namespace) -> None:
    print(rules_text(named_spec(arguments.game), spoken()))
