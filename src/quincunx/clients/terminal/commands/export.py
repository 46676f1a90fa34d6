"""`quincunx export`: everything stored about the player of this terminal, here or on a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from quincunx.clients.language import t
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.seats.player_data import PlayerData, add_player, opened


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_export)
    parser.add_argument("file", metavar="FILE", help="output file; must not exist; - for standard output")
    add_player(parser)
    add_language(parser)


def _export(arguments: argparse.Namespace) -> None:
    with opened(arguments) as data:
        _write(arguments.file, data)


def _write(file: str, data: PlayerData) -> None:
    """Write to a new file, or to standard output."""
    kept = data.export()
    text = msgspec.json.format(msgspec.json.encode(kept)).decode() + "\n"
    if file == "-":
        sys.stdout.write(text)
        return
    with Path(file).open("x", encoding="utf-8") as stream:
        stream.write(text)
    print(t("commands.export.written", count=len(kept["matches"]), name=_name(kept), file=file))


def _name(kept: dict[str, Any]) -> str:
    return str(msgspec.to_builtins(kept["account"])["name"])
