"""The argument that names a record: a file, standard input, or the id of a match."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from quincunx.clients.terminal.input.database import add_database, missing, open_local_db
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import some
from quincunx.core.errors import OptionError
from quincunx.games import read_records
from quincunx.notation.record import Record
from quincunx.words import phrase

_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")


def add_record(parser: Parser) -> None:
    """Add the arguments that name a record."""
    parser.add_argument("file", metavar="FILE|MATCH", help="a record, - for standard input, or the id of a match")
    parser.add_argument("--number", type=some, default=1, help="which game of a file with several (default: 1)")
    add_database(parser)


def named_record(arguments: argparse.Namespace) -> Record:
    """The record from a file, from standard input, or of a match in the database."""
    if arguments.file == "-":
        return _chosen(arguments, sys.stdin.read())
    path = Path(arguments.file)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return _chosen(arguments, path.read_text(encoding="utf-8"))
    found = kept_record(arguments, arguments.file)
    if found is None:
        raise OptionError(phrase("terminal.argument.no_record", name=f"{arguments.file!r:.60}"))
    return found


def _chosen(arguments: argparse.Namespace, text: str) -> Record:
    """The record in a text that the arguments select by number."""
    records: list[Record] = read_records(text)
    if arguments.number > len(records):
        raise OptionError(phrase("terminal.argument.no_such_number", number=arguments.number, last=len(records)))
    number: int = arguments.number
    return records[number - 1]


def kept_record(arguments: argparse.Namespace, id: str) -> Record | None:
    """The record of the match with that id, if it is in the database."""
    from quincunx.play.events import read_event
    from quincunx.play.match import Match

    log = [] if missing(arguments) is not None else _log(arguments, id)
    return Match.from_events(map(read_event, log)).record() if log else None


def is_id(text: str) -> bool:
    """Whether a text has the form of a match id."""
    return _ID.fullmatch(text) is not None


def _log(arguments: argparse.Namespace, id: str) -> list[bytes]:
    with open_local_db(arguments) as local_db:
        return local_db.read(lambda unit: [payload for _, _, payload in unit.log.read(id)])
