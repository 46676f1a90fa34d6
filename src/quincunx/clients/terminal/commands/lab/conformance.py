"""`quincunx lab conformance`: writes files with which other implementations of the rules can be tested."""

from __future__ import annotations

import argparse
from pathlib import Path

from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser
from quincunx.games import games
from quincunx.research.conformance.kit import write_kit


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_write)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where to write the files; replaces older ones")
    parser.add_argument("games_named", metavar="GAME", nargs="*", help="only these games (default: all)")


def _write(arguments: argparse.Namespace) -> None:
    specs = [named_spec(key) for key in arguments.games_named or games()]
    for path in write_kit(arguments.folder, specs):
        print(path, flush=True)
