"""`quincunx games`: the games and their options."""

from __future__ import annotations

import argparse

from quincunx.clients.language import say
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.games import games


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_games)
    add_language(parser)


def _games(arguments: argparse.Namespace) -> None:
    for key, spec in games().items():
        print(f"{key}: {say(spec.title)}. {say(spec.summary)}")
        for option in spec.options:
            title, help, expected = map(say, (option.title, option.help, option.expected))
            print(f"  -o {option.name}={option.default}: {title}: {help} ({expected})")
