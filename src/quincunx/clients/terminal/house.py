"""The embedded database, as the command line names it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from quincunx.clients.terminal.arguments import Parser

if TYPE_CHECKING:
    from quincunx.clients.local.house import House

# The store's parts are imported where they are used: every other command starts without them.


def add_database(parser: Parser) -> None:
    """Where matches in the terminal are kept."""
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///file.db or postgresql://host/name (default: the window's too)"
    )


def database_of(arguments: argparse.Namespace) -> str:
    """The database that the arguments name, or the usual one."""
    from quincunx.clients.local.house import default_database

    return str(arguments.database or default_database())


def open_house(arguments: argparse.Namespace) -> House:
    """The same, opened."""
    from quincunx.clients.local.house import House

    return House(database_of(arguments))
