"""`quincunx play --online`: play on a server."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from quincunx.clients.language import say, t
from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.input.game_options import game_filter, named_game, option_names
from quincunx.clients.terminal.input.parser import Parser
from quincunx.clients.terminal.seats import resume
from quincunx.clients.terminal.seats.nonblocking_seat import NonblockingSeat
from quincunx.clients.terminal.seats.pool import Wish, clock_of_pool, own_choices, sought
from quincunx.clients.terminal.seats.server_login import TOKEN, entered
from quincunx.core.errors import OptionError
from quincunx.play.match_setup import Colour
from quincunx.words import Text, phrase

if TYPE_CHECKING:
    from quincunx.clients.remote import Client, OnlineSeat
    from quincunx.play.opponents import Opponent

# The WebSocket client is imported in functions, so that local games start without it.

DEFAULT_LEVEL = 4


NEEDS_A_SERVER = ("find", "invite", "challenge", "accept", "rated", "name")


def add_online(parser: Parser) -> None:
    """The arguments for playing on a server."""
    parser.set_defaults(take="")  # the id of a seek, picked in the lobby
    group = parser.add_argument_group("on a server")
    group.add_argument("--online", metavar="URL", help="http://host:8000, or a link to a match, to join it")
    how = group.add_mutually_exclusive_group()
    how.add_argument("--find", action="store_true", help="find an opponent who wants the same match (the default)")
    how.add_argument("--invite", action="store_true", help="print a link for your opponent")
    how.add_argument("--challenge", metavar="NAME", help="challenge a member by name")
    how.add_argument("--accept", action="store_true", help="accept the next challenge to you")
    group.add_argument("--rated", action="store_true", help="play for rating points; members only (default: casual)")
    group.add_argument(
        "--as",
        dest="name",
        metavar="NAME",
        help=f"log in as this member (default: ${TOKEN}, the last login there, or a guest)",
    )


def require_server(arguments: argparse.Namespace) -> None:
    """Raise OptionError for options that need a server if none is named."""
    for name in NEEDS_A_SERVER:
        if arguments.online is None and getattr(arguments, name):
            option = "as" if name == "name" else name
            raise OptionError(phrase("terminal.argument.needs_server", option=option))


def says_whom(arguments: argparse.Namespace) -> bool:
    """Whether the arguments name more than the server: an opponent, how to find one, or an account."""
    return arguments.bot is not None or any(getattr(arguments, name) for name in NEEDS_A_SERVER)


@contextmanager
def seated(arguments: argparse.Namespace) -> Iterator[MatchSeat]:
    """Yield the seat on the server that the arguments ask for."""
    with (
        entered(arguments.online, arguments.name) as client,
        closing(NonblockingSeat(_seat(client, arguments))) as seat,
    ):
        yield seat


def _seat(client: Client, arguments: argparse.Namespace) -> OnlineSeat:
    if client.address.match:
        return seat_by_link(client)
    if arguments.resume is not None:
        return _left(client, arguments)
    if arguments.accept:
        return _challenged(client)
    opponent = _opponent(arguments)
    if opponent is None:
        return _found(client, arguments)
    game = named_game(arguments)
    return client.create(
        game.key,
        opponent,
        options={name: game.options[name] for name in option_names(arguments)},
        clock=arguments.clock,
        colour=_colour(game.players, arguments),
        rated=bool(arguments.rated),
        legs=arguments.legs,
    )


def _found(client: Client, arguments: argparse.Namespace) -> OnlineSeat:
    """Find an opponent in the pool, with shared options and this player's own choices."""
    own, shared = own_choices(arguments)
    game = named_game(argparse.Namespace(**(vars(arguments) | {"option": shared})))
    wish = Wish(game, clock_of_pool(arguments.clock, game), own, bool(arguments.rated), arguments.legs)
    chosen = [option.partition("=")[0] for option in shared]
    words = wish.words()
    doing = t("terminal.online.joining", wish=words) if arguments.take else t("terminal.online.looking", wish=words)
    print(f"{doing} {t('terminal.online.stop')}", file=sys.stderr)
    found = sought(client, wish, chosen, arguments.take)
    assert found is not None
    return found


def seat_by_link(client: Client) -> OnlineSeat:
    """Take the seat that the link opens; a player who has it already, or comes too late, sees the match."""
    from quincunx.clients.remote import Refused

    address = client.address
    try:
        return client.join(address.match, address.secret)
    except Refused as refused:
        if refused.code not in ("own_match", "not_open", "not_invited", "not_yours"):
            raise
        return client.open(address.match, address.secret)


def _challenged(client: Client) -> OnlineSeat:
    """Wait for a challenge and accept it."""
    from quincunx.clients.remote import Refused

    print(f"{t('terminal.online.awaiting')} {t('terminal.online.stop')}", file=sys.stderr)
    while True:
        challenge = client.challenge()
        assert challenge is not None
        print(t("terminal.online.challenged", name=challenge.by), file=sys.stderr)
        try:
            return client.join(challenge.match)
        except Refused as refused:  # withdrawn in the meantime
            print(say(refused.sentence), file=sys.stderr)


def _left(client: Client, arguments: argparse.Namespace) -> OnlineSeat:
    """The match to resume: the one that is named, or the latest."""
    game = game_filter(arguments)
    if arguments.resume == resume.LATEST:
        return client.sit_down(_latest(client, game))
    seat = client.sit_down(arguments.resume)
    resume.require_same(game, seat.game.key)
    return seat


def _latest(client: Client, game: str | None) -> str:
    mine = [match.id for match in client.matches() if game in (None, match.game)]
    if not mine:
        raise OptionError(phrase("terminal.resume.none_there", game=game or ""))
    return mine[0]


def _opponent(arguments: argparse.Namespace) -> Opponent | None:
    from quincunx.clients.remote import AgainstBot, ByChallenge, ByInvite

    if arguments.challenge is not None:
        return ByChallenge(arguments.challenge)
    if arguments.bot is not None:
        return AgainstBot(DEFAULT_LEVEL if arguments.level is None else arguments.level)
    return ByInvite() if arguments.invite else None


def no_side(option: str, players: tuple[str, str], given: str) -> Text:
    """The error for an option that names neither side; sides are typed by their English names."""
    first, second = map(str, players)
    return phrase("terminal.argument.no_side", option=option, first=first, second=second, given=repr(given))


def _colour(players: tuple[str, str], arguments: argparse.Namespace) -> Colour:
    """The requested side, or the side that the bot does not play."""
    wanted, left = arguments.side, arguments.bot
    for name in (wanted, left):
        if name is not None and name not in players:
            raise OptionError(no_side("side" if name is wanted else "bot", players, name))
    if wanted is None and left is None:
        return "random"
    first = players[0] == wanted if wanted is not None else players[0] != left
    return "first" if first else "second"
