"""The command line: `quincunx COMMAND`. The commands are the modules of `clients/terminal/commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from quincunx.clients import language
from quincunx.clients.language import say, t
from quincunx.clients.terminal.extras import missing
from quincunx.clients.terminal.input.parser import wanted_language
from quincunx.clients.terminal.manual.program_parser import program_parser
from quincunx.clients.terminal.text import character_set
from quincunx.core.errors import QuincunxError
from quincunx.core.system_errors import system_reason


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit: with code 2 for bad input, 130 if interrupted."""
    character_set.settle(ascii=False)  # for messages printed while parsing the arguments
    language.use(wanted_language(arguments) or language.of_environment())
    parsed = _parse(arguments)
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


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = program_parser()
    parser.set_defaults(run=_open)
    return parser.parse_args(arguments)


def _fail(message: str) -> NoReturn:
    print(f"quincunx: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)


def _open(arguments: argparse.Namespace) -> None:
    """Run the `window` command, or `play` if the browser client is not installed."""
    from quincunx.clients.terminal.commands.window import has_page

    command = "window" if has_page() else "play"
    if command == "play":
        print(t("commands.program.no_window"), file=sys.stderr)
    arguments.command = command
    parsed = _parse([command])
    parsed.run(parsed)
