"""`quincunx games`: the games, their rule sets and options."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.parser import Parser
from quincunx.games import games


def add_arguments(parser: Parser) -> None:
    """The command's arguments."""
    parser.set_defaults(run=_games)


def _games(arguments: argparse.Namespace) -> None:
    for key, spec in games().items():
        print(f"{key}: {spec.summary}")
        for rule_set in spec.rule_sets:
            chosen = "the usual rules" if rule_set is spec.rule_sets[0] else f"--rules {rule_set.name}"
            print(f"  {rule_set.title} ({chosen}): {rule_set.summary}")
            for option in rule_set.options:
                print(f"    -o {option.name}={option.default}: {option.title}, {option.help} ({option.expected})")
