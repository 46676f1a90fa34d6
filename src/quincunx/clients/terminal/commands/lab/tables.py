"""`quincunx lab tables`: makes the endgame tables of a game by retrograde analysis."""

from __future__ import annotations

import argparse
from pathlib import Path

from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import whole
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.errors import OptionError
from quincunx.core.exact import MadeTable, TableMaker
from quincunx.core.folders import data_home
from quincunx.core.spec import Spec
from quincunx.words import phrase

PIECES = 4
FOLDER = "tables"
STEPS = 1000  # of the progress bar


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_make)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    parser.add_argument("--pieces", type=whole(2), default=PIECES, help=f"most pieces (default: {PIECES})")
    parser.add_argument(
        "--folder",
        type=Path,
        help="where the tables go; bots and analyses use those in the default folder (default: "
        "~/.local/share/quincunx/tables/GAME)",
    )
    parser.add_argument("--pack", metavar="FILE", type=Path, help="also write them to one compressed file")


def _make(arguments: argparse.Namespace) -> None:
    spec = named_spec(arguments.game)
    maker = _maker(spec, arguments.pieces)
    folder = arguments.folder or data_home() / FOLDER / spec.key
    try:
        _report(maker, arguments.pieces, folder)
    except KeyboardInterrupt:
        print("stopped; run the command again to continue")
        return
    print(f"SHA-256 of the values: {maker.checksum(arguments.pieces, folder)}")
    if arguments.pack is not None:
        arguments.pack.write_bytes(maker.pack(arguments.pieces, folder))


def _maker(spec: Spec, pieces: int) -> TableMaker:
    maker = spec.table_maker()
    if maker is None:
        raise OptionError(phrase("commands.tables.none", game=spec.key))
    if pieces > maker.most:
        raise OptionError(phrase("commands.tables.too_many", most=maker.most))
    return maker


def _report(maker: TableMaker, pieces: int, folder: Path) -> None:
    """Make the tables, and print the results of each one as it is finished."""
    print(f"{'':9}{'wins':>12}{'draws':>12}{'losses':>12}{'longest':>9}")
    with Bar(STEPS, "tables") as bar:
        for made in maker.make(pieces, folder):
            if not isinstance(made, MadeTable):
                bar.step(0, f"({made:.0%} of the next table)")
                continue
            bar.step(STEPS * made.done // made.total - bar.done)
            print(f"{made.name:9}{made.wins:>12}{made.draws:>12}{made.losses:>12}{made.longest:>9}", flush=True)
