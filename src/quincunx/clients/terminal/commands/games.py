"""`quincunx games`: the games and their options."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.parser import Parser
from quincunx.games import games


def add_arguments(parser: Parser) -> None:
    """The command's arguments."""
    parser.set_defaults(run=_games)


def _games(arguments: argparse.Namespace) -> None:
    for key, spec in games().items():
        print(f"{key}: {spec.title}. {spec.summary}")
        for option in spec.options:
            print(f"  -o {option.name}={option.default}: {option.title}, {option.help} ({option.expected})")
