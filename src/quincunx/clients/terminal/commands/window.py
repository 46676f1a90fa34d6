"""`quincunx window`, which is also `quincunx` without a command."""

from __future__ import annotations

import argparse
import os
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.values import port
from quincunx.core.errors import QuincunxError
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.desktop.program import How


class NoPageError(QuincunxError):
    """Raised if Quincunx was installed without the browser client."""


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=open_window)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--browser", dest="how", action="store_const", const="browser", help="open your usual browser instead"
    )
    how.add_argument(
        "--no-window", dest="how", action="store_const", const="none", help="only serve, and print the address"
    )
    parser.add_argument("--port", type=port, help="the port (default: the last one used)")
    parser.set_defaults(how="window")
    add_language(parser)


def open_window(arguments: argparse.Namespace) -> None:
    """Open the window, or fall back to a browser or the printed address."""
    if not has_page():
        raise NoPageError(phrase("commands.program.no_page"))
    from quincunx.clients.desktop.program import run  # imports the server too, which other commands do not need

    how: How = arguments.how
    run(how, arguments.port)


def has_page() -> bool:
    """Whether the browser client was built before installation, or is where the settings say."""
    from quincunx.server.config import load

    elsewhere = load(os.environ, {}).site
    site = Path(elsewhere) if elsewhere else resources.files("quincunx.server") / "site"
    return site.joinpath("index.html").is_file()
