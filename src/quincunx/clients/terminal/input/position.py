"""The arguments that name a position: the end of a record, a position as text, or the start of a game."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from pathlib import Path

from quincunx.clients.terminal.input.database import add_database
from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.record import is_id, kept_record
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.words import phrase


def add_position(parser: Parser) -> None:
    """Add the arguments that name a game and one of its positions."""
    parser.add_argument("game", metavar="GAME", help="a game's key; see quincunx games")
    add_game_options(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--record",
        metavar="FILE|MATCH|ACTIONS",
        help="the position after this record: a file, - for standard input, the id of a match, or actions in quotes",
    )
    where.add_argument("--position", metavar="TEXT", help="a position as text")
    add_database(parser)


def named_position(arguments: argparse.Namespace) -> State:
    """The position that the arguments name."""
    game = named_game(arguments)
    if arguments.position is not None:
        return game.position(arguments.position)
    if arguments.record is not None:
        record = _record(arguments, game)
        _refuse_conflict(arguments, game, record.game)
        return record.replay()
    return game.start()


def _record(arguments: argparse.Namespace, game: Game) -> Record:
    """The record from a file, from standard input, of a match by its id, or from the actions themselves."""
    text = _record_text(arguments.record)
    found = kept_record(arguments, text) if text == arguments.record and is_id(text) else None
    if found is not None and found.game.key != game.key:
        raise OptionError(phrase("terminal.argument.other_game", found=found.game.key, wanted=game.key))
    read: Record = found or game.record(text)
    return read


def _refuse_conflict(arguments: argparse.Namespace, asked: Game, recorded: Game) -> None:
    """Raise OptionError if the arguments give other options than those in the record."""
    for name in [option.partition("=")[0] for option in arguments.option]:
        found = recorded.options.get(name)
        if found != asked.options[name]:
            raise OptionError(phrase("terminal.argument.other_option", name=name, found=str(found)))


def _record_text(argument: str) -> str:
    """The text of a record from a file or standard input; otherwise the argument itself."""
    if argument == "-":
        return sys.stdin.read()
    path = Path(argument)
    with contextlib.suppress(OSError, ValueError):  # a long record is not a valid file name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    one_word = len(argument.split()) == 1
    if one_word and (os.sep in argument or path.suffix):
        return path.read_text(encoding="utf-8")  # raises an error that names the missing file
    return argument
