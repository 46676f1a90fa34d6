"""`quincunx lobby`: who is online at a server, and who is looking for a game. Whoever is picked is played."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

from quincunx.clients.terminal import playing
from quincunx.clients.terminal.arguments import add_command, clock
from quincunx.clients.terminal.asking import ask, choose
from quincunx.clients.terminal.entering import entered
from quincunx.clients.terminal.pool import own_words, wish_of
from quincunx.clients.terminal.speech import rating
from quincunx.games import games

if TYPE_CHECKING:
    from quincunx.clients.terminal.arguments import Commands
    from quincunx.server.live.gathering import Gathering, Present, Sought

NOBODY = "Nobody else is online."


class Pick(NamedTuple):
    """Somebody to play: by what he looks for, or by a challenge."""

    words: str
    name: str
    seek: Sought | None = None


def picks(gathering: Gathering, me: str) -> list[Pick]:
    """Everybody who can be played, those first who look for a game; only members can be challenged."""
    seeks = [Pick(_sought(seek), seek.name, seek) for seek in gathering.seeks if not seek.mine]
    members = [player for player in gathering.players if player.kind == "member" and player.name != me]
    return seeks + [Pick(_present(player), player.name) for player in members]


def guests(gathering: Gathering, me: str) -> list[str]:
    """Everybody else who is there, in words."""
    return [_present(player) for player in gathering.players if player.kind == "guest" and player.name != me]


def heading(gathering: Gathering) -> str:
    """How many there are."""
    looking = "1 is looking" if gathering.seeking == 1 else f"{gathering.seeking or 'nobody'} {_are(gathering)} looking"
    return f"{gathering.connected} online, {looking} for a game."


def _are(gathering: Gathering) -> str:
    return "are" if gathering.seeking else "is"


def _sought(seek: Sought) -> str:
    name = seek.name if seek.rating is None else f"{seek.name} ({rating(seek.rating, seek.provisional)})"
    return f"{name} is looking for a game: {wish_of(seek).words()}"


def _present(player: Present) -> str:
    return f"{player.name}, playing" if player.playing else player.name


# -- the command --


def add_lobby(commands: Commands) -> None:
    """The command's arguments."""
    lobby = add_command(commands, "lobby", _lobby, "show who is online at a server and who is looking for a game")
    lobby.add_argument("url", metavar="URL", help="the server, http://host:8000")
    lobby.add_argument("game", metavar="GAME", nargs="?", help="the game of a challenge; asked for if left out")
    lobby.add_argument("--clock", type=clock, metavar="C", help="the clock of a challenge; see quincunx play --help")
    lobby.add_argument("--plain", action="store_true", help="play line by line")


def _lobby(arguments: argparse.Namespace) -> None:
    from quincunx.clients.remote import Refused

    while (pick := _looked(arguments)) is not None:
        try:
            playing.play(_arguments(arguments, pick))
            return
        except Refused as refused:
            if refused.code != "gone":
                raise
            print(refused.sentence)  # and the list as it is now


def _looked(arguments: argparse.Namespace) -> Pick | None:
    """Show who is there; whoever is picked of them."""
    with entered(arguments.url, None) as client:
        gathering = client.lobby()
        found, others = picks(gathering, client.name), guests(gathering, client.name)
    print(heading(gathering))
    for number, pick in enumerate(found, 1):
        print(f"  {number}. {pick.words}")
    for words in others:
        print(f"     {words}")
    if not found and not others:
        print(NOBODY)
    return _chosen(found) if found else None


def _chosen(found: list[Pick]) -> Pick | None:
    """Whoever is picked by number; None for nobody."""
    while True:
        answer = (ask(f"Who do you want to play? 1-{len(found)}, or Enter to quit: ") or "").strip()
        if not answer:
            return None
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1]
        print(f"Please type a number from 1 to {len(found)}.")


def _arguments(arguments: argparse.Namespace, pick: Pick) -> argparse.Namespace:
    """The same as on the command line of `quincunx play`."""
    said = {"online": arguments.url, "plain": arguments.plain, "clock": arguments.clock}
    if pick.seek is None:
        game = arguments.game or choose("Which game?", {key: spec.summary for key, spec in games().items()}, "lobby")
        said |= {"game": game, "challenge": pick.name}
    else:
        wish = wish_of(pick.seek)
        options = [f"{name}={value}" for name, value in pick.seek.options.items()]
        for word, names in own_words(wish.game, rated=wish.rated).items():
            options.append(f"{word}={choose(f'Choose your {word}:', dict.fromkeys(names, ''), 'lobby')}")
        said |= {"game": wish.game.key, "option": options, "clock": wish.clock}
        said |= {"find": True, "take": pick.seek.id, "rated": wish.rated, "legs": wish.legs}
    return argparse.Namespace(**(playing.DEFAULTS | said))
