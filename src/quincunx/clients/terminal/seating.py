"""Where `quincunx play` sits down: at a new match here, at one that was left, or at a server's."""

from __future__ import annotations

import argparse
import itertools
import os
import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from quincunx.clients.table import Table
from quincunx.clients.terminal import online, resuming
from quincunx.clients.terminal.arguments import Parser, clock, named_game
from quincunx.clients.terminal.house import add_database, open_house, open_kept
from quincunx.clients.terminal.settings import MOST_NAME, person_side
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.play.seats import FRIEND
from quincunx.search.agent import Agent
from quincunx.search.bots import bot

if TYPE_CHECKING:
    from quincunx.clients.local.house import House

DEFAULT_LEVEL = 4
NOBODY = "nobody"
DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(("resume", "database", "side", "clock", "online", *online.NEEDS_A_SERVER)),
    "take": "",
}


def add_seating(parser: Parser) -> None:
    """The arguments that say where to sit down."""
    resuming.add_resume(parser)
    add_database(parser)
    parser.add_argument(
        "--clock",
        type=clock,
        metavar="C",
        help="none, 60s or 2d for each turn, or 5+3 for minutes and seconds (default: the usual clock of the game)",
    )
    online.add_online(parser)


def is_new(arguments: argparse.Namespace) -> bool:
    """Whether a match is to be made, so that one must know which."""
    return arguments.resume is None and (arguments.online is None or _is_new_there(arguments))


def _is_new_there(arguments: argparse.Namespace) -> bool:
    from quincunx.clients.remote import read_address

    return not (arguments.accept or read_address(arguments.online).match)


def how_to_resume(arguments: argparse.Namespace) -> str:
    """The command that goes on with a match there, but for its id."""
    if arguments.online is not None:
        from quincunx.clients.remote import read_address

        return f"quincunx play --online {read_address(arguments.online).server} --resume"
    return "quincunx play --resume" if arguments.database is None else _with_database(arguments.database)


def _with_database(url: str) -> str:
    return f"quincunx play --database {shlex.quote(url)} --resume"


@contextmanager
def seated(arguments: argparse.Namespace) -> Iterator[Table]:
    """The table that the arguments ask for, left at the end."""
    if arguments.online is not None:
        with online.seated(arguments) as table:
            yield table
        return
    bots = None if arguments.resume is not None else bot_sides(named_game(arguments), arguments.bot)
    opened = open_kept if bots is None else open_house
    with opened(arguments) as house, closing(_local(arguments, house, bots)) as table:
        yield table


def leave_the_other_side(arguments: argparse.Namespace) -> None:
    """Whoever says which side to play here has a bot on the other one, or a friend; checked once the game is known."""
    if arguments.friend is not None:
        _seat_friend(arguments)
    if arguments.online is not None or arguments.side is None or arguments.game is None:
        return
    players = named_game(arguments).players
    if arguments.bot not in (None, NOBODY):
        raise OptionError("--side and --bot say the same: leave one out")
    if arguments.side not in players:
        raise OptionError(f"--side: expected {' or '.join(players)}, got {arguments.side!r}")
    if arguments.bot is None:
        arguments.bot = players[1 - players.index(arguments.side)]


def _seat_friend(arguments: argparse.Namespace) -> None:
    if arguments.online is not None:
        raise OptionError("--friend is for two people at this keyboard: leave out --online")
    if arguments.bot not in (None, NOBODY):
        raise OptionError("--friend and --bot exclude each other: leave one out")
    arguments.bot = NOBODY


def friend_name(text: str) -> str:
    """A name for whoever shares the keyboard; argparse says what is wrong with it."""
    name = " ".join(text.split())
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise argparse.ArgumentTypeError(f"expected a name of up to {MOST_NAME} letters, got {text!r:.60}")
    return name


def usual_bot(game: Game) -> str:
    """The side that a bot plays where nobody has said which."""
    return game.players[1 - person_side(game.spec)]


def own_side(arguments: argparse.Namespace, game: Game) -> int:
    """The side that the account has beside a friend."""
    return person_side(game.spec) if arguments.side is None else game.players.index(arguments.side)


def bot_sides(game: Game, name: str) -> frozenset[int]:
    """The sides that bots play, as named on the command line."""
    sides = {NOBODY: frozenset[int](), "both": frozenset({0, 1})}
    sides |= {player: frozenset({side}) for side, player in enumerate(game.players)}
    if name not in sides:
        raise OptionError(f"--bot: expected {', '.join(sides)}, got {name!r}")
    return sides[name]


def _local(arguments: argparse.Namespace, house: House, bots: frozenset[int] | None) -> Table:
    from quincunx.clients.local.person import here
    from quincunx.clients.local.table import LocalTable

    account = here(house)
    id = resuming.left(arguments, house, account) if bots is None else _begun(arguments, house, bots)
    return LocalTable(house, id, account.id, bot_seconds=arguments.seconds, agents=Luck(arguments.seed))


def _begun(arguments: argparse.Namespace, house: House, bots: frozenset[int]) -> str:
    from quincunx.clients.local.person import here
    from quincunx.clients.local.starting import seats_of, start_match

    game, level = named_game(arguments), DEFAULT_LEVEL if arguments.level is None else arguments.level
    chosen = {option.partition("=")[0] for option in arguments.option}
    friend = arguments.friend or FRIEND
    seats = seats_of(here(house), bots, level, side=own_side(arguments, game), friend=friend)
    return start_match(house, game, seats, chosen=chosen, clock=arguments.clock, legs=arguments.legs)


class Luck:
    """Bots that take their luck from a seed, another one for each turn."""

    def __init__(self, seed: int | None) -> None:
        self._seeds = itertools.count(int.from_bytes(os.urandom(7)) if seed is None else seed)

    def __call__(self, name: str, game: Game) -> Agent:
        return bot(name, game, next(self._seeds), os.cpu_count() or 1)
