"""`quincunx lab distances`: makes a game's table of distances, which its bots use from then on."""

from __future__ import annotations

import argparse
from pathlib import Path

from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.errors import OptionError
from quincunx.words import phrase


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_make)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    parser.add_argument("--out", metavar="FILE", type=Path, help="output file (default: where the bots look for it)")


def _make(arguments: argparse.Namespace) -> None:
    spec = named_spec(arguments.game)
    maker = spec.distance_maker()
    if maker is None:
        raise OptionError(phrase("commands.distances.none", game=spec.key))
    file, farthest = arguments.out or maker.file, 0
    with Bar(maker.positions, "positions") as bar:
        for farthest, found in maker.make(file):
            bar.step(found - bar.done, f"({farthest} turns)")
    print(f"{file}: {maker.positions} positions, at most {farthest} turns")
