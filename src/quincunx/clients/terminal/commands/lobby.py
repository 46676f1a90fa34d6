"""`quincunx lobby`: shows who is online on a server and who is looking for a game, and plays against one of them."""

from __future__ import annotations

import argparse

from quincunx.clients.language import say, t
from quincunx.clients.terminal.commands.play import defaults, play
from quincunx.clients.terminal.input.parser import Parser, add_language
from quincunx.clients.terminal.input.prompts import ask, choose
from quincunx.clients.terminal.input.values import clock
from quincunx.clients.terminal.seats.lobby import NOBODY, Pick, guests, heading, picks
from quincunx.clients.terminal.seats.pool import own_words, wish_of
from quincunx.clients.terminal.seats.server_login import entered
from quincunx.games import games


def add_arguments(parser: Parser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(run=_lobby)
    parser.add_argument("url", metavar="URL", help="the server, http://host:8000")
    parser.add_argument("game", metavar="GAME", nargs="?", help="the game of a challenge; asked for if left out")
    parser.add_argument("--clock", type=clock, metavar="C", help="the clock of a challenge; see quincunx play --help")
    parser.add_argument("--plain", action="store_true", help="play line by line")
    add_language(parser)


def _lobby(arguments: argparse.Namespace) -> None:
    from quincunx.clients.remote import Refused

    while (pick := _looked(arguments)) is not None:
        try:
            play(_arguments(arguments, pick))
            return
        except Refused as refused:
            if refused.code != "gone":
                raise
            print(say(refused.sentence))  # then show the current list


def _looked(arguments: argparse.Namespace) -> Pick | None:
    """Show who is online; return the opponent that the player picks."""
    with entered(arguments.url, None) as client:
        lobby = client.lobby()
        found, others = picks(lobby, client.name), guests(lobby, client.name)
    print(heading(lobby))
    for number, pick in enumerate(found, 1):
        print(f"  {number}. {pick.words}")
    for words in others:
        print(f"     {words}")
    if not found and not others:
        print(say(NOBODY))
    return _chosen(found) if found else None


def _chosen(found: list[Pick]) -> Pick | None:
    """Ask for an opponent by number; None for nobody."""
    while True:
        answer = (ask(f"{t('commands.lobby.whom', most=len(found))}: ") or "").strip()
        if not answer:
            return None
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1]
        print(t("commands.lobby.number", most=len(found)))


def _arguments(arguments: argparse.Namespace, pick: Pick) -> argparse.Namespace:
    """The arguments with which `quincunx play` would play against that opponent."""
    said = {"online": arguments.url, "plain": arguments.plain, "clock": arguments.clock}
    if pick.seek is None:
        game = arguments.game or choose(
            t("commands.ask.game"), {key: say(spec.summary) for key, spec in games().items()}, "lobby"
        )
        said |= {"game": game, "challenge": pick.name}
    else:
        wish = wish_of(pick.seek)
        options = [f"{name}={value}" for name, value in pick.seek.options.items()]
        for word, names in own_words(wish.game, rated=wish.rated).items():
            by_label = {label: name for name, label in names.items()}
            chosen = choose(t("commands.lobby.choose_own", word=word), dict.fromkeys(by_label, ""), "lobby")
            options.append(f"{word}={by_label[chosen]}")
        said |= {"game": wish.game.key, "option": options, "clock": wish.clock}
        said |= {"find": True, "take": pick.seek.id, "rated": wish.rated, "legs": wish.legs}
    return argparse.Namespace(**(vars(defaults()) | said))
