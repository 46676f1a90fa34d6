"""`quincunx man`: the manual page."""

from __future__ import annotations

import argparse
from importlib import metadata

from quincunx.clients.terminal.input.parser import Parser, add_language


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_man)
    add_language(parser)


def _man(arguments: argparse.Namespace) -> None:
    from quincunx.clients.terminal.manual.man_page import man_page
    from quincunx.clients.terminal.manual.outline import outline
    from quincunx.clients.terminal.manual.program_parser import program_parser

    print(man_page(outline(program_parser()), metadata.version("quincunx")), end="")
