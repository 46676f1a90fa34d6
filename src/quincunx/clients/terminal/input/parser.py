"""The parsers of commands. A command's module is imported only when the command is given."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from quincunx.words import languages

if TYPE_CHECKING:
    CommandParsers = argparse._SubParsersAction["CommandParser"]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


class CommandParser(Parser):
    """The parser of a command. The module that it names adds the arguments, once they are parsed."""

    module = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Import the command's module, if that has not been done, and parse."""
        if self.module:
            command, self.module = import_module(self.module), ""
            command.add_arguments(self)
        return super().parse_known_args(args, namespace)


def add_modules(commands: CommandParsers, package: str, summaries: Mapping[str, str]) -> None:
    """Commands that are modules of a package, by name, each with its summary."""
    for name, summary in summaries.items():
        commands.add_parser(name, help=summary, description=_sentence(summary)).module = f"{package}.{name}"


def add_command(commands: CommandParsers, name: str, run: Callable[[argparse.Namespace], None], summary: str) -> Parser:
    """A command that calls `run` with its arguments."""
    parser = commands.add_parser(name, help=summary, description=_sentence(summary))
    parser.set_defaults(run=run)
    return parser


def _sentence(summary: str) -> str:
    return summary[0].upper() + summary[1:] + "."


def add_ascii(parser: Parser, more: str = "") -> None:
    """Whether to print ASCII only, which is settled before the command runs."""
    parser.add_argument("--ascii", action="store_true", help=f"print ASCII characters only{more}")


def add_language(parser: Parser) -> None:
    """The language of what is printed, which is settled before the command runs; before its name or behind it."""
    parser.add_argument(
        "--language",
        choices=languages(),
        metavar="LANGUAGE",
        default=argparse.SUPPRESS,  # so that a command's own default does not undo what stands before its name
        help=f"print in this language: {' or '.join(languages())} (default: as the environment says, or English)",
    )
