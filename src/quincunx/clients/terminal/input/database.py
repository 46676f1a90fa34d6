"""The argument `--database`, and the embedded database it names."""

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

# The store is imported in functions, so that other commands start without it.


def add_database(parser: Parser) -> None:
    """Add the argument that says where the terminal's matches are kept."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///file.db or postgresql://host/name (default: the window's database)",
    )


def database_of(arguments: argparse.Namespace) -> str:
    """The database that the arguments name, or the default, which `quincunx serve` and the window also use."""
    from quincunx.server.config import load

    return str(arguments.database or load(os.environ, {}).database)


def open_local_db(arguments: argparse.Namespace) -> LocalDatabase:
    """Open the database; it is created if missing, but the folder of a named database must exist."""
    from quincunx.clients.local.database import LocalDatabase

    require_folder(arguments)
    return LocalDatabase(database_of(arguments))


def open_kept(arguments: argparse.Namespace) -> LocalDatabase:
    """Open the database for reading; a named database must exist."""
    require_kept(arguments)
    return open_local_db(arguments)


def require_folder(arguments: argparse.Namespace) -> None:
    """Raise OptionError if a database is named in a folder that does not exist, as it may be mistyped."""
    file = missing(arguments)
    if arguments.database is not None and file is not None and not file.parent.is_dir():
        raise OptionError(phrase("terminal.argument.no_folder", folder=str(file.parent)))


def require_kept(arguments: argparse.Namespace) -> None:
    """Raise OptionError if a database is named that does not exist."""
    file = missing(arguments)
    if arguments.database is not None and file is not None:
        raise OptionError(phrase("terminal.argument.no_database", file=str(file)))


def missing(arguments: argparse.Namespace) -> Path | None:
    """The database's file if it does not exist; None if it does, or if the database is not a file."""
    from quincunx.store.engine import is_sqlite, read_url

    address = read_url(database_of(arguments))
    file = Path(address.database or "")
    return file if is_sqlite(address) and not file.exists() else None
