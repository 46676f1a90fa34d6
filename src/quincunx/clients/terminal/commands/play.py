"""`quincunx play`: plays in full-screen mode in the terminal, or line by line."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from quincunx.clients.language import say, t
from quincunx.clients.terminal.input.full_screen import can_draw
from quincunx.clients.terminal.input.game_options import add_game_options, named_game
from quincunx.clients.terminal.input.parser import Parser, add_ascii, add_language
from quincunx.clients.terminal.input.prompts import ask, choose
from quincunx.clients.terminal.input.values import count, seconds, whole
from quincunx.clients.terminal.lines.console import Console
from quincunx.clients.terminal.lines.line_game import LineGame
from quincunx.clients.terminal.seats import online, resume, seat_arguments
from quincunx.clients.terminal.seats.factory import SeatFactory
from quincunx.clients.terminal.seats.match_settings import MOST_NAME, MatchSettings, person_side
from quincunx.clients.terminal.text.character_set import has_signs
from quincunx.core.errors import OptionError
from quincunx.games import compiled, games
from quincunx.play.seats import FRIEND
from quincunx.search.levels import LEVELS
from quincunx.words import phrase

if TYPE_CHECKING:
    from quincunx.clients.match_seat import MatchSeat


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=play)
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's key; asked for if left out")
    add_game_options(parser)
    parser.add_argument("--bot", metavar="SIDE", help="the side that a bot plays: its name, nobody, or both")
    parser.add_argument(
        "--side", metavar="SIDE", help="the side that you play (default: the game's usual side; online: random)"
    )
    parser.add_argument(
        "--friend",
        metavar="NAME",
        type=seat_arguments.friend_name,
        help="play against a friend at this keyboard; NAME is the friend's name",
    )
    strongest = len(LEVELS)
    parser.add_argument(
        "--level", type=whole(1, strongest), metavar="N", help=f"the bot's strength, from 1 to {strongest} (default: 4)"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=2.0, help="bot's thinking time per turn, in seconds (default: 2)"
    )
    parser.add_argument(
        "--seed", type=count, default=None, help="seed of the bot's random numbers (default: a new one each time)"
    )
    parser.add_argument(
        "--two-games",
        dest="legs",
        action="store_const",
        const=2,
        default=1,
        help="a match of two games, one on each side; at 1-1 the win in fewer turns decides",
    )
    look = parser.add_mutually_exclusive_group()
    look.add_argument("--plain", action="store_true", help="line by line, for screen readers and pipes")
    look.add_argument(
        "--screen", choices=("classic", "large"), help="the screen of the game's document, or a large board"
    )
    seat_arguments.add_seating(parser)
    add_ascii(parser, "; for no colours, set NO_COLOR in the environment")
    add_language(parser)


def defaults() -> argparse.Namespace:
    """The arguments of `quincunx play` if none are given."""
    parser = Parser()
    add_arguments(parser)
    return parser.parse_args([])


def play(arguments: argparse.Namespace) -> None:
    """Play in full-screen mode if the terminal can; otherwise line by line."""
    online.require_server(arguments)
    resume.refuse_more(arguments)
    seat_arguments.leave_the_other_side(arguments)
    if arguments.plain or not can_draw():
        _play_lines(arguments)
    else:
        _play_on_screen(arguments)


def _say_if_slow() -> None:
    if not compiled:
        print(t("commands.play.uncompiled"), file=sys.stderr)


# -- full-screen mode --


def _play_on_screen(arguments: argparse.Namespace) -> None:
    from quincunx.clients.terminal.screens.app import TerminalApp  # slow to import, and no other command needs it
    from quincunx.clients.terminal.screens.menu_form import MenuForm

    for fixed in ("COLUMNS", "LINES"):  # they would override the terminal's size, which may change
        os.environ.pop(fixed, None)
    menu, here = _opens_menu(arguments), seat_arguments.is_new(arguments) and arguments.online is None
    if seat_arguments.is_new(arguments) and not menu and not here:
        _ask_what_to_play(arguments)
    settings = seat_arguments.settings_of(arguments) if here and not menu else None
    form = MenuForm(settings or (_settings_of_any_game(arguments) if menu else None))
    form.choose_legs(arguments.legs)
    if arguments.online is not None:
        form.go_online()
    with closing(SeatFactory(arguments)) as seats, ExitStack() as leaving:
        if settings is not None:
            seat: MatchSeat | None = seats.open(settings)
        else:
            seat = None if menu else leaving.enter_context(seats.seat())
        app = TerminalApp(seats, form, seat, ascii=not has_signs())
        app.classic = seat_arguments.is_classic(arguments)
        _say_if_slow()
        app.run()
    for left in app.left:
        print(t("lines.match.resume", command=seats.how_to_resume(left)))
        if left.match.status == "open" and left.link:
            print(t("lines.match.link", link=left.link))  # not wrapped, however narrow the screen is
    if app.return_code:  # the screens failed and have printed the error
        sys.exit(app.return_code)


def _opens_menu(arguments: argparse.Namespace) -> bool:
    """Whether the arguments name neither a game nor an opponent on a server."""
    said = arguments.online is not None and online.says_whom(arguments)
    return seat_arguments.is_new(arguments) and arguments.game is None and not said


def _settings_of_any_game(arguments: argparse.Namespace) -> MatchSettings:
    """The menu's initial settings: the first game, and the arguments that do not depend on the game."""
    for name in ("option", "bot", "side", "friend"):
        if getattr(arguments, name):
            raise OptionError(
                phrase("commands.play.needs_game", option=f"--{name}", command=f"quincunx play GAME --{name} …")
            )
    return seat_arguments.settings_of(argparse.Namespace(**(vars(arguments) | {"game": next(iter(games()))})))


# -- line by line --


def _play_lines(arguments: argparse.Namespace) -> None:
    if seat_arguments.is_new(arguments):
        _ask_what_to_play(arguments)
    with closing(SeatFactory(arguments)) as seats, seats.seat() as seat:
        _say_if_slow()
        LineGame(seat, Console(), seat_arguments.how_to_resume(arguments)).run()


def _ask_what_to_play(arguments: argparse.Namespace) -> None:
    """Ask for what the command line leaves out; a game that is named there is played against a bot by default."""
    asked = arguments.game is None
    if asked:
        arguments.game = choose(t("commands.ask.game"), {key: say(spec.summary) for key, spec in games().items()})
        seat_arguments.leave_the_other_side(arguments)
    if arguments.bot is not None or arguments.online is not None:
        return
    if asked:
        _ask_for_a_bot(arguments)
    else:
        arguments.bot = seat_arguments.usual_bot(named_game(arguments))


def _ask_for_a_bot(arguments: argparse.Namespace) -> None:
    """Ask which side the bot plays, and for its level or for the friend's name."""
    game = named_game(arguments)
    mine = person_side(game.spec)
    sides = (game.players[1 - mine], game.players[mine])
    choices = {side: t("commands.play.you_play", side=other) for side, other in zip(sides, sides[::-1], strict=True)}
    choices[phrase("commands.play.nobody")] = t("commands.play.friend_plays")
    arguments.bot = choose(t("commands.play.which_side"), choices)
    if arguments.bot == "nobody":
        arguments.friend = _ask_for_a_friend()
    elif arguments.level is None:
        levels = {str(level.number): say(level.name) for level in LEVELS}
        arguments.level = int(choose(t("commands.play.how_strong"), levels))


def _ask_for_a_friend() -> str:
    """Ask for the friend's name until it is valid."""
    while True:
        answer = (ask(f"{t('commands.play.friend_name', default=FRIEND)} ") or "").strip()
        try:
            return seat_arguments.friend_name(answer or FRIEND)
        except argparse.ArgumentTypeError:
            print(t("commands.play.bad_friend_name", most=MOST_NAME, name=f"{answer!r:.60}"))
