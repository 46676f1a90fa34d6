"""`quincunx db`: upgrades, backs up and recomputes the server's database."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from quincunx.clients.terminal.input.parser import CommandParser, add_command
from quincunx.clients.terminal.input.server_config import add_settings, config_of


def add_arguments(parser: CommandParser) -> None:
    """Add the commands for the database."""
    tasks = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    upgrade = add_command(tasks, "upgrade", _upgrade, "upgrade the database to this program's version")
    backup = add_command(tasks, "backup", _backup, "copy the database while the server runs")
    backup.add_argument("file", metavar="FILE", type=Path, help="output file; must not exist")
    recompute = add_command(tasks, "recompute", _recompute, "recompute stats, ratings and balance from the logs")
    recompute.add_argument("--check", action="store_true", help="only report differences; exit code 1 if there are any")
    for task in (upgrade, backup, recompute):
        add_settings(task)


def _upgrade(arguments: argparse.Namespace) -> None:
    from quincunx.store.home import make_home
    from quincunx.store.upgrade import found, upgrade

    database = config_of(arguments).database
    make_home(database)
    before = found(database)
    upgrade(database)
    now = found(database)
    print(f"at version {now}" + (" already" if before == now else f", was {before or 'empty'}"))


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
