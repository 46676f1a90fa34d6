"""The command line: `quincunx COMMAND`. The commands are the modules of `clients/terminal/commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import metadata
from typing import NoReturn

import quincunx
from quincunx.clients import language
from quincunx.clients.language import say, t
from quincunx.clients.terminal import commands
from quincunx.clients.terminal.extras import missing
from quincunx.clients.terminal.input.parser import CommandParser, Parser, add_language, add_modules, wanted_language
from quincunx.clients.terminal.text import character_set
from quincunx.core.errors import QuincunxError
from quincunx.core.system_errors import system_reason

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
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit: with code 2 for bad input, 130 if interrupted."""
    character_set.settle(ascii=False)  # for messages printed while parsing the arguments
    language.use(wanted_language(arguments) or language.of_environment())
    parsed = _parser().parse_args(arguments)
    character_set.settle(ascii=parsed.ascii)
    try:
        parsed.run(parsed)
        sys.stdout.flush()
    except QuincunxError as error:
        _fail(say(error.text))
    except ModuleNotFoundError as error:
        _fail(missing(error, parsed.command))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads the output any more
        sys.exit(1)
    except OSError as error:
        reason = say(system_reason(error))
        _fail(f"{error.filename}: {reason}" if error.filename else reason)
    except UnicodeDecodeError:
        _fail(t("commands.program.not_utf8"))
    except KeyboardInterrupt:
        print(f"\n{t('commands.program.stopped')}", file=sys.stderr)
        sys.exit(130)
    sys.exit(0)


def _fail(message: str) -> NoReturn:
    print(f"quincunx: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


def _parser() -> Parser:
    first = next(iter(quincunx.games().values()))
    option = first.options[0]
    parser = Parser(
        prog="quincunx",
        description="Board games for two players. Without a command: play in a window.",
        epilog=_examples(first.key, f"{option.name}={option.default}"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    build = "compiled" if quincunx.compiled else "uncompiled"
    parser.add_argument("--version", action="version", version=f"quincunx {metadata.version('quincunx')} ({build})")
    parser.set_defaults(run=_open, ascii=False, language=None)
    add_language(parser)
    choices = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", parser_class=CommandParser)
    add_modules(choices, commands.__name__, commands.COMMANDS)
    return parser


def _examples(first: str, option: str) -> str:
    """Format the example commands and their descriptions in two columns."""
    commands = {command.format(first=first, option=option): what for command, what in _EXAMPLES.items()}
    width = max(map(len, commands))
    return "\n".join(["examples:", *(f"  {command:<{width}}  {what}" for command, what in commands.items())])


def _open(arguments: argparse.Namespace) -> None:
    """Run the `window` command, or `play` if the browser client is not installed."""
    from quincunx.clients.terminal.commands.window import has_page

    command = "window" if has_page() else "play"
    if command == "play":
        print(t("commands.program.no_window"), file=sys.stderr)
    arguments.command = command
    parsed = _parser().parse_args([command])
    parsed.run(parsed)
