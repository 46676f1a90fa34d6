"""`quincunx lab solve`: solves a game on a small board, and writes a proof of the result."""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path

from quincunx.clients.terminal.input.game_options import named_spec
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import some
from quincunx.clients.terminal.text.progress import Bar
from quincunx.core.errors import OptionError
from quincunx.core.folders import cache_home
from quincunx.core.small_boards import Bounds, SmallBoard
from quincunx.words import phrase

FOLDER = "solve"


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_solve)
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    parser.add_argument("--size", type=some, required=True, help="size of the board; see docs/solved.md")
    parser.add_argument("--proof", metavar="FILE", type=Path, help="write a compressed proof for tools/check_proof.py")
    parser.add_argument(
        "--folder", type=Path, help="where the journal goes, to continue later (default: ~/.cache/quincunx/solve)"
    )


def _solve(arguments: argparse.Namespace) -> None:
    spec = named_spec(arguments.game)
    board = spec.small_board(arguments.size)
    if board is None:
        raise OptionError(phrase("commands.solve.none", game=spec.key, size=arguments.size))
    journal = (arguments.folder or cache_home() / FOLDER) / f"{spec.key}-{arguments.size}.journal"
    try:
        found = _solved(board, journal)
        print(f"{spec.key} {arguments.size}×{arguments.size}: {found.least:+} for the player who begins", flush=True)
        if arguments.proof is not None:
            _write_proof(board, arguments.proof)
    except KeyboardInterrupt:
        print("stopped; run the command again to continue")


def _solved(board: SmallBoard, journal: Path) -> Bounds:
    """Solve it, and print the bounds each time they become narrower."""
    latest = Bounds(0, 0, 0)
    with Bar(0, "positions") as bar:

        def report(bounds: Bounds) -> None:
            nonlocal latest
            bar.step(bounds.positions - bar.done)
            if (bounds.least, bounds.most) != (latest.least, latest.most):
                print(f"between {bounds.least:+} and {bounds.most:+}, {bounds.positions} positions solved", flush=True)
            latest = bounds

        return board.solve(journal, report)


def _write_proof(board: SmallBoard, file: Path) -> None:
    lines = "".join(f"{line}\n" for line in board.proof())
    file.write_bytes(gzip.compress(lines.encode(), mtime=0))
