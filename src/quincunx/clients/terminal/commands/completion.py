"""`quincunx completion`: the script that completes commands in a shell."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.parser import Parser, add_language

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_completion)
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    add_language(parser)


def _completion(arguments: argparse.Namespace) -> None:
    from quincunx.clients.terminal.manual.completion import SCRIPTS
    from quincunx.clients.terminal.manual.outline import outline
    from quincunx.clients.terminal.manual.program_parser import program_parser

    print(SCRIPTS[arguments.shell](outline(program_parser())), end="")
