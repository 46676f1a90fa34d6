"""Argument parsers for commands. A command's module is imported only when the command is used."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from quincunx.clients.language import t
from quincunx.words import languages

if TYPE_CHECKING:
    CommandParsers = argparse._SubParsersAction["CommandParser"]


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors on one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Suggest the nearest command for an unknown one; argparse would list them all."""
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            raise argparse.ArgumentError(None, _no_command(value, list(action.choices)))
        super()._check_value(action, value)


class CommandParser(Parser):
    """The parser of a command. Its module adds the arguments when they are about to be parsed."""

    module = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Import the command's module, if necessary, and parse."""
        self.load()
        return super().parse_known_args(args, namespace)

    def load(self) -> None:
        """Have the command's module add its arguments, unless it has done so."""
        if self.module:
            command, self.module = import_module(self.module), ""
            command.add_arguments(self)


def add_modules(commands: CommandParsers, package: str, summaries: Mapping[str, str]) -> None:
    """Add commands that are modules of a package, by name, each with its summary."""
    for name, summary in summaries.items():
        commands.add_parser(name, help=summary, description=_sentence(summary)).module = f"{package}.{name}"


def add_command(commands: CommandParsers, name: str, run: Callable[[argparse.Namespace], None], summary: str) -> Parser:
    """Add a command that calls `run` with its arguments."""
    parser = commands.add_parser(name, help=summary, description=_sentence(summary))
    parser.set_defaults(run=run)
    return parser


def _no_command(given: str, known: Sequence[str]) -> str:
    """The message for an unknown command, with the nearest one if it is mistyped."""
    name, nearest = repr(given[:40]), difflib.get_close_matches(given.lower(), known, n=1)
    if nearest:
        return t("terminal.argument.mistyped_command", name=name, nearest=nearest[0])
    return t("terminal.argument.no_command", name=name)


def _sentence(summary: str) -> str:
    return summary[0].upper() + summary[1:] + "."


def add_ascii(parser: Parser, more: str = "") -> None:
    """Add the option to print ASCII only; it takes effect before the command runs."""
    parser.add_argument("--ascii", action="store_true", help=f"print ASCII characters only{more}")


def add_language(parser: Parser) -> None:
    """Add the option for the language; it takes effect before the command runs, and may precede or follow its name."""
    parser.add_argument(
        "--language",
        choices=languages(),
        metavar="LANGUAGE",
        default=argparse.SUPPRESS,  # so that a command's default does not override the option before its name
        help=f"language of the output: {' or '.join(languages())} (default: from the environment, or English)",
    )


def wanted_language(arguments: Sequence[str] | None) -> str | None:
    """The language that the option asks for, before the arguments are parsed, as their errors are in it too."""
    parser = Parser(add_help=False)
    parser.add_argument("--language", nargs="?")
    wanted: str | None = parser.parse_known_args(arguments)[0].language
    return wanted if wanted in languages() else None
