"""Records as commands name them: a file, standard input, or the id of a match that is kept here."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from quincunx.clients.terminal.arguments import Parser
from quincunx.clients.terminal.house import add_database, missing, open_house
from quincunx.core.errors import OptionError
from quincunx.games import read_record
from quincunx.notation.record import Record


def add_record(parser: Parser) -> None:
    """The arguments that name a record."""
    parser.add_argument("file", metavar="FILE|MATCH", help="a record, - for standard input, or the id of a match")
    add_database(parser)


def named_record(arguments: argparse.Namespace) -> Record:
    """The record of a file, or of a match that is kept here."""
    if arguments.file == "-":
        return read_record(sys.stdin.read())
    path = Path(arguments.file)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return read_record(path.read_text(encoding="utf-8"))
    return _kept(arguments)


def _kept(arguments: argparse.Namespace) -> Record:
    from quincunx.play.events import read_event
    from quincunx.play.match import Match

    log = [] if missing(arguments) is not None else _log(arguments)
    if not log:
        raise OptionError(f"there is no file and no match {arguments.file!r:.60}")
    return Match.from_events(map(read_event, log)).record()


def _log(arguments: argparse.Namespace) -> list[bytes]:
    with open_house(arguments) as house:
        return house.read(lambda unit: [payload for _, _, payload in unit.log.read(arguments.file)])
