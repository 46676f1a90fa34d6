"""The command line as data: every command with its options and arguments, read from the parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from quincunx.clients.terminal.commands.doctor import PARTS
from quincunx.clients.terminal.input.parser import CommandParser
from quincunx.games import games

FILES = ("FILE", "FOLDER", "OLD", "NEW", "DATA", "FILE|MATCH", "FILE|MATCH|ACTIONS")  # what arguments are called


class Argument(NamedTuple):
    """An option, or an argument without a name."""

    names: tuple[str, ...]
    metavar: str  # empty for an option without a value
    values: tuple[str, ...]  # those that are known
    repeats: str | int | None  # as argparse writes it: ?, * or +
    help: str

    @property
    def is_option(self) -> bool:
        """Whether it has a name."""
        return bool(self.names)

    @property
    def takes_file(self) -> bool:
        """Whether its value is a file's or a folder's name."""
        return self.metavar in FILES


class Outline(NamedTuple):
    """A command."""

    path: tuple[str, ...]
    summary: str
    description: str
    arguments: tuple[Argument, ...]
    commands: tuple[Outline, ...]

    def everything(self) -> Iterator[Outline]:
        """This command and those inside it, in order."""
        yield self
        for command in self.commands:
            yield from command.everything()

    def words(self) -> Iterator[tuple[str, str]]:
        """The words that may come next, each with its description."""
        yield from ((command.path[-1], command.summary) for command in self.commands)
        for argument in self.arguments:
            words = argument.names[-1:] if argument.is_option else argument.values
            yield from ((word, argument.help if argument.is_option else "") for word in words)


def outline(parser: argparse.ArgumentParser, path: tuple[str, ...] = (), summary: str = "") -> Outline:
    """Read a parser and those of its commands."""
    if isinstance(parser, CommandParser):
        parser.load()
    arguments, commands = [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            commands += [outline(each, (*path, name), helps[name]) for name, each in action.choices.items()]
        elif action.help != argparse.SUPPRESS:
            arguments.append(_argument(parser, action))
    return Outline(path, summary, parser.description or "", tuple(arguments), tuple(commands))


def _argument(parser: argparse.ArgumentParser, action: argparse.Action) -> Argument:
    takes_value = action.nargs != 0
    choices = tuple(map(str, action.choices or ()))
    metavar = str(action.metavar or ("|".join(choices) or action.dest.upper() if takes_value else ""))
    values = choices or _known(metavar)
    help = (action.help or "") % (vars(action) | {"prog": parser.prog})
    return Argument(tuple(action.option_strings), metavar, values, action.nargs, help)


def _known(metavar: str) -> tuple[str, ...]:
    """The values of arguments that argparse does not check, because the commands' own messages are better."""
    if metavar == "GAME":
        return tuple(games())
    return tuple(PARTS) if metavar == "PART" else ()
