"""`quincunx replay`: plays through a record and prints how it ends."""

from __future__ import annotations

import argparse

from quincunx.clients.language import say, t
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.record import add_record, named_record
from quincunx.clients.terminal.text.board import draw
from quincunx.notation import written
from quincunx.notation.record import Record
from quincunx.play.view import view


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_replay)
    add_record(parser)
    parser.add_argument(
        "--as",
        dest="format",
        metavar="FORMAT",
        help="print the game in another format instead: record, or the game's own such as pgn, pdn or transcript",
    )
    parser.add_argument("--boards", action="store_true", help="print the board after every turn")
    add_language(parser)


def _replay(arguments: argparse.Namespace) -> None:
    record = named_record(arguments)
    state = record.replay()
    if arguments.format is not None:
        print(written(record, arguments.format), end="")
        return
    if arguments.boards:
        _print_boards(record)
    else:
        print(draw(state))
    if state.over and state.game.spec.frame is not None:
        print(say(view(state).status))  # the frame does not show the reason
    if record.result is not None and state.outcome() is None:
        winner, reason = record.result
        if winner is None:
            print(t("commands.replay.drawn", reason=reason))
        else:
            print(t("commands.replay.won", side=record.game.players[winner], reason=reason))


def _print_boards(record: Record) -> None:
    """Print the board at the start, after every turn, and at the end if the record ends within a turn."""
    turn = -1
    for number, state in enumerate(record.states()):
        if state.turn != turn or number == len(record.actions):
            turn = state.turn
            print(draw(state) + "\n")
