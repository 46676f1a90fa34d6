"""What the commands' arguments have in common."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from quincunx.core.errors import OptionError, UnknownGameError
from quincunx.core.game import Game
from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.play.clocks import Clock, Days, Fischer, PerTurn, Untimed

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["Parser"]

DIGITS = 18
MOST = 10**DIGITS - 1


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def add_command(commands: Commands, name: str, run: Callable[[argparse.Namespace], None], summary: str) -> Parser:
    """A command that calls `run` with its arguments."""
    parser = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
    parser.set_defaults(run=run)
    return parser


def add_game_options(parser: Parser) -> None:
    """The options of a game."""
    parser.add_argument(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may be repeated",
    )


def add_ascii(parser: Parser, more: str = "") -> None:
    """Whether to print ASCII only, which is settled before the command runs."""
    parser.add_argument("--ascii", action="store_true", help=f"no signs beyond ASCII{more}")


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """A whole number of that range, which is named where another is given."""

    def read(text: str) -> int:
        number = text.isascii() and text.removeprefix("-").isdigit()
        if not number or len(text) > DIGITS or not least <= int(text) <= most:
            given = text if number else repr(text)
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, got {given:.40}")
        return int(text)

    return read


count = whole(0)
some = whole(1)
port = whole(0, 65_535)


def seconds(text: str) -> float:
    """A time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"expected seconds, got {text!r}")
    return value


def clock(text: str) -> Clock:
    """A clock as people write it; argparse says which was wrong."""
    base, plus, increment = text.partition("+")
    if text == "none":
        return Untimed()
    if plus and base.isdecimal() and increment.isdecimal() and 1 <= int(base) <= 360 and int(increment) <= 300:
        return Fischer(int(base) * 60, int(increment))
    if text.endswith("s") and text[:-1].isdecimal() and 1 <= int(text[:-1]) <= 3600:
        return PerTurn(int(text[:-1]))
    if text.endswith("d") and text[:-1].isdecimal() and 1 <= int(text[:-1]) <= 30:
        return Days(int(text[:-1]))
    raise argparse.ArgumentTypeError(f"expected none, 60s, 5+3 or 2d, got {text!r}")


def named_spec(key: str) -> Spec:
    """The game of that key; UnknownGameError suggests the nearest key."""
    if key in games():
        return games()[key]
    nearest = difflib.get_close_matches(key.lower(), games(), n=1)
    hint = f" (did you mean {nearest[0]}?)" if nearest else ""
    raise UnknownGameError(f"there is no game {key[:40]!r}{hint}; the games are {', '.join(games())}")


def option_names(arguments: argparse.Namespace) -> list[str]:
    """The names of the options that the arguments give."""
    return [option.partition("=")[0] for option in arguments.option]


def named_game(arguments: argparse.Namespace) -> Game:
    """The game that the arguments name, with its options."""
    spec = named_spec(arguments.game)
    options: dict[str, object] = {}
    for option in arguments.option:
        name, equals, value = option.partition("=")
        if not equals:
            raise OptionError(f"option {option!r}: expected NAME=VALUE")
        if name in options:
            raise OptionError(f"option {name!r} is given twice")
        options[name] = value
    return make_game(spec.key, options)
