"""`quincunx serve` and `quincunx db`: the server, and the care of its database."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.clients.terminal.arguments import Parser, add_command, port

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands
    from quincunx.server.config import Config

# The server's parts are imported where they are used: every other command starts without them.


def add_serve(commands: Commands) -> None:
    """The server's arguments."""
    serve = add_command(commands, "serve", _serve, "run the server")
    add_settings(serve)
    serve.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=port, help="the port, 0 for any free one (default: 8000)")
    serve.add_argument("--print-config", action="store_true", help="print the effective configuration and leave")


def add_db(commands: Commands) -> None:
    """The commands for the database."""
    db = commands.add_parser("db", help="take care of the server's database")
    tasks = db.add_subparsers(title="commands", metavar="COMMAND", required=True)
    upgrade = add_command(tasks, "upgrade", _upgrade, "bring the database to this program's version")
    backup = add_command(tasks, "backup", _backup, "copy the database while the server runs")
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; it must not be there yet")
    recompute = add_command(tasks, "recompute", _recompute, "work stats, ratings and balance out again from the logs")
    recompute.add_argument("--check", action="store_true", help="only say where they differ; then the exit code is 1")
    for task in (upgrade, backup, recompute):
        add_settings(task)


def add_settings(parser: Parser) -> None:
    """Where the server's settings are, and its database."""
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings (default: $QUINCUNX_CONFIG)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///file.db or postgresql://host/name")


def config_of(arguments: argparse.Namespace) -> Config:
    """The server's configuration, as the arguments and the environment give it."""
    from quincunx.server.config import load

    names = ("host", "port", "database")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name, None) is not None}
    return load(os.environ, given, arguments.config)


def _serve(arguments: argparse.Namespace) -> None:
    config = config_of(arguments)
    if arguments.print_config:
        print(config.text(), end="")
        return
    from quincunx.server.serve import serve

    serve(config)


def _upgrade(arguments: argparse.Namespace) -> None:
    from quincunx.server.config import make_home
    from quincunx.store.upgrade import found, needed, upgrade

    database = config_of(arguments).database
    make_home(database)
    before = found(database)
    upgrade(database)
    print(f"at version {needed()}" + (" already" if before == needed() else f", was {before or 'empty'}"))


def _backup(arguments: argparse.Namespace) -> None:
    from quincunx.store.backup import backup

    backup(config_of(arguments).database, arguments.file)
    print(f"copied to {arguments.file}")


def _recompute(arguments: argparse.Namespace) -> None:
    import asyncio

    from quincunx.store.upgrade import check

    database = config_of(arguments).database
    check(database)
    faults = asyncio.run(_differences(database) if arguments.check else _put_right(database))
    for fault in faults:
        print(fault)
    print(f"{len(faults)} differences" + (" left" if faults and not arguments.check else ""))
    if faults:
        sys.exit(1)


async def _differences(database: str) -> list[str]:
    from quincunx.store.recompute import differences
    from quincunx.store.store import Store

    store = Store(database)
    try:
        return await store.read(differences)
    finally:
        await store.close()


async def _put_right(database: str) -> list[str]:
    from quincunx.store.recompute import recompute
    from quincunx.store.store import Store

    store = Store(database)
    try:
        await store.write(recompute)
    finally:
        await store.close()
    return await _differences(database)
