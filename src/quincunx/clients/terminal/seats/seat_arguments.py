"""The arguments that select the match: a new one and its sides, an unfinished one, or one on a server."""

from __future__ import annotations

import argparse
import shlex

from quincunx.clients.language import t
from quincunx.clients.terminal.input.database import add_database
from quincunx.clients.terminal.input.game_options import named_game
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.input.values import clock
from quincunx.clients.terminal.seats import online, resume
from quincunx.clients.terminal.seats.match_settings import MOST_NAME, MatchSettings, person_side
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.core.listing import any_of
from quincunx.play.match_setup import clock_for
from quincunx.words import phrase

NOBODY = "nobody"


def add_seating(parser: Parser) -> None:
    """Add the arguments that select the match."""
    resume.add_resume(parser)
    add_database(parser)
    parser.add_argument(
        "--clock",
        type=clock,
        metavar="C",
        help="none, 60s or 2d for each turn, or 5+3 for minutes and seconds (default: the game's usual clock)",
    )
    online.add_online(parser)


def is_new(arguments: argparse.Namespace) -> bool:
    """Whether a match must be created, so that its game must be known."""
    return arguments.resume is None and (arguments.online is None or _is_new_there(arguments))


def _is_new_there(arguments: argparse.Namespace) -> bool:
    from quincunx.clients.remote import read_address

    return not (arguments.accept or read_address(arguments.online).match)


def how_to_resume(arguments: argparse.Namespace) -> str:
    """The command that resumes a match, without the match's id."""
    if arguments.online is not None:
        from quincunx.clients.remote import read_address

        return f"quincunx play --online {read_address(arguments.online).server} --resume"
    return "quincunx play --resume" if arguments.database is None else _with_database(arguments.database)


def _with_database(url: str) -> str:
    return f"quincunx play --database {shlex.quote(url)} --resume"


def leave_the_other_side(arguments: argparse.Namespace) -> None:
    """Give the other side to a bot or a friend if the player has chosen a side; checks it once the game is known."""
    if arguments.friend is not None:
        _seat_friend(arguments)
    if arguments.online is not None or arguments.side is None or arguments.game is None:
        return
    players = named_game(arguments).players
    if arguments.bot not in (None, NOBODY):
        raise OptionError(phrase("terminal.argument.side_and_bot"))
    if arguments.side not in players:
        raise OptionError(online.no_side("side", players, arguments.side))
    if arguments.bot is None:
        arguments.bot = players[1 - players.index(arguments.side)]


def _seat_friend(arguments: argparse.Namespace) -> None:
    if arguments.online is not None:
        raise OptionError(phrase("terminal.argument.friend_online"))
    if arguments.bot not in (None, NOBODY):
        raise OptionError(phrase("terminal.argument.friend_and_bot"))
    arguments.bot = NOBODY


def friend_name(text: str) -> str:
    """Parse a friend's name; argparse reports the error."""
    name = " ".join(text.split())
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise argparse.ArgumentTypeError(t("terminal.value.name", most=MOST_NAME, given=f"{text!r:.60}"))
    return name


def usual_bot(game: Game) -> str:
    """The side that a bot plays by default."""
    return game.players[1 - person_side(game.spec)]


def own_side(arguments: argparse.Namespace, game: Game) -> int:
    """The side that the account plays against a friend."""
    return person_side(game.spec) if arguments.side is None else game.players.index(arguments.side)


def bot_sides(game: Game, name: str) -> frozenset[int]:
    """The sides that bots play, as named on the command line."""
    sides = {NOBODY: frozenset[int](), "both": frozenset({0, 1})}
    sides |= {player: frozenset({side}) for side, player in enumerate(game.players)}
    if name not in sides:
        raise OptionError(phrase("terminal.argument.no_bot", names=any_of([*sides]), given=repr(name)))
    return sides[name]


def is_classic(arguments: argparse.Namespace) -> bool:
    """Whether to use the document's screen; on a server the default is the large board, which also shows names."""
    return bool(arguments.screen == "classic" if arguments.online is not None else arguments.screen != "large")


def settings_of(arguments: argparse.Namespace) -> MatchSettings:
    """The new match that the arguments ask for."""
    game = named_game(arguments)
    level = online.DEFAULT_LEVEL if arguments.level is None else arguments.level
    return MatchSettings(
        game,
        frozenset(option.partition("=")[0] for option in arguments.option),
        bot_sides(game, arguments.bot or usual_bot(game)),
        level,
        arguments.seconds,
        arguments.seed,
        is_classic(arguments),
        clock_for(game, arguments.clock),
        legs=arguments.legs,
        side=own_side(arguments, game),
        friend=arguments.friend or "",
    )
