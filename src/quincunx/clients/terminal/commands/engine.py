"""`quincunx engine`: a UCI engine for other programs."""

from __future__ import annotations

import argparse
import sys

from quincunx.clients.engine.session import converse
from quincunx.clients.terminal.input.parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_engine)


def _engine(arguments: argparse.Namespace) -> None:
    converse(sys.stdin)
