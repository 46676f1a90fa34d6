"""The parser of `quincunx`, with all commands."""

from __future__ import annotations

import argparse
from importlib import metadata

from quincunx.clients.terminal import commands
from quincunx.clients.terminal.input.parser import CommandParser, Parser, add_language, add_modules
from quincunx.games import compiled, games

_EXAMPLES = {
    "quincunx": "play in a window",
    "quincunx games": "the games and their options",
    "quincunx play": "choose a game and play it in the terminal",
    "quincunx play {first} --bot both": "watch a bot play itself",
    "quincunx rules {first}": "read the rules",
    "quincunx learn {first}": "learn them step by step",
    "quincunx show {first} --record FILE": "the board at the end of a record",
    "quincunx analyse FILE": "review a game, turn by turn",
    "quincunx perft {first} --depth 3": "count the lines of three actions",
    "quincunx match 'level 8' random --game {first}": "let bots play each other",
    "quincunx random {first} -o {option}": "random games with an option",
    "quincunx play --resume": "resume your latest match",
    "quincunx play {first} --online URL": "find an opponent on a server",
    "quincunx lobby URL": "see who is online there",
    "quincunx stats": "show your results and ratings",
    "quincunx puzzle {first}": "find the only turn that wins",
    "quincunx serve --port 8000": "let people play over the network",
    "quincunx doctor": "see what is installed, and how to get the rest",
}


def program_parser() -> Parser:
    """The parser of the command line."""
    first = next(iter(games().values()))
    option = first.options[0]
    parser = Parser(
        prog="quincunx",
        description="Board games for two players. Without a command: play in a window.",
        epilog=_examples(first.key, f"{option.name}={option.default}"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    build = "compiled" if compiled else "uncompiled"
    parser.add_argument("--version", action="version", version=f"quincunx {metadata.version('quincunx')} ({build})")
    parser.set_defaults(ascii=False, language=None)
    add_language(parser)
    choices = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", parser_class=CommandParser)
    add_modules(choices, commands.__name__, commands.COMMANDS)
    return parser


def _examples(first: str, option: str) -> str:
    """Format the example commands and their descriptions in two columns."""
    commands = {command.format(first=first, option=option): what for command, what in _EXAMPLES.items()}
    width = max(map(len, commands))
    return "\n".join(["examples:", *(f"  {command:<{width}}  {what}" for command, what in commands.items())])
