"""The arguments that name a game and its options."""

from __future__ import annotations

import argparse
import difflib

from quincunx.clients.terminal.input.parser import Parser
from quincunx.core.errors import OptionError, UnknownGameError
from quincunx.core.game import Game
from quincunx.core.spec import Spec
from quincunx.games import games, make_game
from quincunx.words import phrase


def add_game_options(parser: Parser) -> None:
    """Add the argument for a game's options."""
    parser.add_argument(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may be repeated",
    )


def named_spec(key: str) -> Spec:
    """The game with that key; UnknownGameError suggests the nearest key."""
    if key in games():
        return games()[key]
    name, known = repr(key[:40]), list(games())
    nearest = difflib.get_close_matches(key.lower(), known, n=1)
    if nearest:
        raise UnknownGameError(phrase("terminal.argument.mistyped_game", name=name, nearest=nearest[0], known=known))
    raise UnknownGameError(phrase("terminal.argument.no_game", name=name, known=known))


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
            raise OptionError(phrase("terminal.argument.no_value", option=repr(option)))
        if name in options:
            raise OptionError(phrase("terminal.argument.twice", option=repr(name)))
        options[name] = value
    return make_game(spec.key, options)


def add_game_filter(parser: Parser) -> None:
    """Add the argument that limits the output to one game."""
    parser.add_argument("--game", metavar="GAME", help="only this game; see quincunx games")


def game_filter(arguments: argparse.Namespace) -> str | None:
    """The key of the one game to show; None for all games."""
    return None if arguments.game is None else named_spec(arguments.game).key
