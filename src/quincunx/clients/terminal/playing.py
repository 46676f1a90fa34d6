"""`quincunx play`: on the whole screen of a terminal, or line by line."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from quincunx.clients.terminal.arguments import add_command, add_game_options, count, named_game, seconds
from quincunx.clients.terminal.asking import ask, choose
from quincunx.clients.terminal.plain import Console, PlainGame
from quincunx.clients.terminal.settings import Settings, open_table
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.games import compiled, games
from quincunx.search.agent import Budget
from quincunx.search.bots import bot
from quincunx.search.levels import LEVELS

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands

DEFAULT_LEVEL = 4
DEFAULTS: dict[str, Any] = {  # argparse's
    "game": None,
    "rules": None,
    "option": [],
    "bot": None,
    "level": None,
    "seconds": 2.0,
    "seed": None,
    "screen": None,
    "plain": False,
    "ascii": False,
}


def add_play(commands: Commands) -> None:
    """The command's arguments."""
    parser = add_command(commands, "play", play, "play in the terminal: two people, or one against a bot")
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's key; asked for if left out")
    add_game_options(parser)
    parser.add_argument("--bot", metavar="SIDE", help="which side a bot plays: its name, or nobody, or both")
    parser.add_argument("--level", type=count, metavar="N", help=f"how well, from 1 to {len(LEVELS)} (default: 4)")
    parser.add_argument("--seconds", type=seconds, default=2.0, help="that the bot may think a turn (default: 2)")
    parser.add_argument("--seed", type=count, default=None, help="for the bot's luck (default: another one each time)")
    look = parser.add_mutually_exclusive_group()
    look.add_argument("--plain", action="store_true", help="line by line, for screen readers; so it is in a pipe, too")
    look.add_argument(
        "--screen", choices=("classic", "large"), help="as the game's document draws it, or a large board"
    )
    parser.add_argument("--ascii", action="store_true", help="no signs beyond ASCII (NO_COLOR: no colours)")


def play(arguments: argparse.Namespace) -> None:
    """On the whole screen where there is one to draw on; else line by line."""
    if not compiled:
        print(
            "quincunx runs uncompiled here: the same rules, only slower (a C compiler at installation makes it fast).",
            file=sys.stderr,
        )
    if arguments.plain or not _has_screen():
        _play_lines(arguments)
    else:
        _play_on_screen(arguments)


def _has_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _sides(game: Game, name: str) -> frozenset[int]:
    """The sides that bots play, as named on the command line."""
    sides = {"nobody": frozenset[int](), "both": frozenset({0, 1})}
    sides |= {player: frozenset({side}) for side, player in enumerate(game.players)}
    if name not in sides:
        raise OptionError(f"--bot: expected {', '.join(sides)}, got {name!r}")
    return sides[name]


# -- the whole screen --


def _play_on_screen(arguments: argparse.Namespace) -> None:
    from quincunx.clients.terminal.screens.app import TerminalApp  # takes a moment, and no other command needs it

    settings = None if arguments.game is None else _settings(arguments)
    app = TerminalApp(open_table, settings, ascii=arguments.ascii)
    app.run()
    for table in app.left:
        print(table.match.record().text())


def _settings(arguments: argparse.Namespace) -> Settings:
    game = named_game(arguments)
    level = DEFAULT_LEVEL if arguments.level is None else arguments.level
    bot(f"level {level}", game)  # an unknown one is refused here
    return Settings(
        game,
        frozenset(option.partition("=")[0] for option in arguments.option),
        _sides(game, arguments.bot or game.players[1]),
        level,
        arguments.seconds,
        arguments.seed,
        arguments.screen != "large",
    )


# -- line by line --


def _play_lines(arguments: argparse.Namespace) -> None:
    if arguments.game is None:
        arguments.game = choose("Which game?", {key: spec.summary for key, spec in games().items()})
    game = named_game(arguments)
    if arguments.bot is None:
        _ask_for_opponent(arguments, game)
    sides = _sides(game, arguments.bot)
    seed = int.from_bytes(os.urandom(7)) if arguments.seed is None else arguments.seed
    level = DEFAULT_LEVEL if arguments.level is None else arguments.level
    agents = {side: bot(f"level {level}", game, seed + side, os.cpu_count() or 1) for side in sides}
    PlainGame(game.start(), agents, Budget(arguments.seconds), Console(ask, print)).run()


def _ask_for_opponent(arguments: argparse.Namespace, game: Game) -> None:
    first, second = game.players
    meanings = {"nobody": "two people at this keyboard", first: f"you are {second}", second: f"you are {first}"}
    arguments.bot = choose("Whom does a bot play?", meanings)
    if arguments.bot != "nobody" and arguments.level is None:
        arguments.level = int(choose("How well?", {str(level.number): level.name for level in LEVELS}))
