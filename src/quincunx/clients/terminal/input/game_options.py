"""The arguments that name a game, its rules and its options."""

from __future__ import annotations

import argparse

from quincunx.clients.terminal.input.parser import Parser
from quincunx.core.errors import OptionError, UnknownGameError
from quincunx.core.game import Game
from quincunx.games import games, make_game


def add_game_options(parser: Parser) -> None:
    """The rule set and the options of a game."""
    parser.add_argument(
        "--rules", metavar="R", help="a rule set of the game; see quincunx games (default: the usual one)"
    )
    parser.add_argument(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may be repeated",
    )


def require_game(key: str) -> None:
    """UnknownGameError for a name by which people know a rule set: it says of which game."""
    of = [spec.key for spec in games().values() if key in [rule_set.name for rule_set in spec.rule_sets[1:]]]
    if key not in games() and of:
        raise UnknownGameError(f"there is no game {key!r}, but a rule set of {of[0]}: {of[0]} --rules {key}")


def option_names(arguments: argparse.Namespace) -> list[str]:
    """The names of the options that the arguments give."""
    return [option.partition("=")[0] for option in arguments.option]


def named_game(arguments: argparse.Namespace) -> Game:
    """The game that the arguments name, with its options."""
    require_game(arguments.game)
    options: dict[str, object] = {}
    for option in arguments.option:
        name, equals, value = option.partition("=")
        if not equals:
            raise OptionError(f"option {option!r}: expected NAME=VALUE")
        if name in options:
            raise OptionError(f"option {name!r} is given twice")
        options[name] = value
    return make_game(arguments.game, arguments.rules, options)


def add_game_filter(parser: Parser) -> None:
    """The argument that names the one game to show."""
    parser.add_argument("--game", metavar="GAME", help="of this game only; see quincunx games")


def game_filter(arguments: argparse.Namespace) -> str | None:
    """The key of the one game to show; None for all of them."""
    return None if arguments.game is None else make_game(arguments.game, None, {}).key
