"""`quincunx show`: prints a position as a board and as text."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.parser import Parser, add_ascii, add_language
from quincunx.clients.terminal.input.position import add_position, named_position
from quincunx.clients.terminal.text.board import draw


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_show)
    add_position(parser)
    add_ascii(parser)
    add_language(parser)


def _show(arguments: argparse.Namespace) -> None:
    state = named_position(arguments)
    print(draw(state))
    print(state.position())
