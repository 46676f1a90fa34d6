"""The argument `--database`, and the embedded database that it names."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.clients.terminal.input.parser import Parser
from quincunx.core.errors import OptionError
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.local.database import LocalDatabase

# The store's parts are imported where they are used: every other command starts without them.


def add_database(parser: Parser) -> None:
    """Where matches in the terminal are kept."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///file.db or postgresql://host/name (default: the window's database)",
    )


def database_of(arguments: argparse.Namespace) -> str:
    """The database that the arguments name, or the one that `quincunx serve` and the window use too."""
    from quincunx.server.config import load

    return str(arguments.database or load(os.environ, {}).database)


def open_local_db(arguments: argparse.Namespace) -> LocalDatabase:
    """The same, opened; a new one is made, but no folder for one that is named."""
    from quincunx.clients.local.database import LocalDatabase

    require_folder(arguments)
    return LocalDatabase(database_of(arguments))


def open_kept(arguments: argparse.Namespace) -> LocalDatabase:
    """The same for whoever only looks: one that is named must be there."""
    require_kept(arguments)
    return open_local_db(arguments)


def require_folder(arguments: argparse.Namespace) -> None:
    """OptionError where a database is named in a folder that is not there: it may be mistyped."""
    file = missing(arguments)
    if arguments.database is not None and file is not None and not file.parent.is_dir():
        raise OptionError(phrase("terminal.argument.no_folder", folder=str(file.parent)))


def require_kept(arguments: argparse.Namespace) -> None:
    """OptionError where a database is named that is not there."""
    file = missing(arguments)
    if arguments.database is not None and file is not None:
        raise OptionError(phrase("terminal.argument.no_database", file=str(file)))


def missing(arguments: argparse.Namespace) -> Path | None:
    """The database's file, where it has one that is not there."""
    from quincunx.store.engine import is_sqlite, read_url

    address = read_url(database_of(arguments))
    file = Path(address.database or "")
    return file if is_sqlite(address) and not file.exists() else None
