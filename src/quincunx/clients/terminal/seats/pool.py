"""The match that a player looks for in a server's pool, as text and as a request."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quincunx.clients.language import say, t
from quincunx.clients.terminal.text.messages import clock_name
from quincunx.core.errors import OptionError
from quincunx.core.game import Game
from quincunx.core.options import Option
from quincunx.games import make_game
from quincunx.play.clocks import Clock
from quincunx.play.legs import Legs
from quincunx.play.match_setup import clock_for
from quincunx.play.pairing import USUAL_CLOCK
from quincunx.words import Text, phrase

if TYPE_CHECKING:
    from quincunx.clients.remote import Client, OnlineSeat
    from quincunx.protocol.lobby import OpenSeek


@dataclass(frozen=True)
class Wish:
    """A match to find an opponent for. `own` is what this player brings on either side, such as an army."""

    game: Game
    clock: Clock
    own: Mapping[str, str] = field(default_factory=dict)
    rated: bool = False
    legs: Legs = 1

    def words(self) -> str:
        """The match in a few words."""
        rated = t("terminal.wish.rated") if self.rated else t("terminal.wish.casual")
        options = [_option_words(option, str(self.game.options[option.name])) for option in shared_choices(self.game)]
        labels = own_words(self.game)
        own = [t("terminal.wish.own", word=word, name=labels[word].get(name, name)) for word, name in self.own.items()]
        games = [t("terminal.wish.two_games")] if self.legs > 1 else []
        return ", ".join([say(self.game.spec.title), *options, *own, clock_name(self.clock), *games, rated])


def _option_words(option: Option, value: str) -> str:
    return t("terminal.wish.option", title=option.title, value=option.label(value))


def clock_of_pool(chosen: Clock | None, game: Game) -> Clock:
    """The chosen clock, or the pool's default clock for the game."""
    return clock_for(game, chosen, USUAL_CLOCK)


def sought(client: Client, wish: Wish, chosen: Collection[str], take: str = "") -> OnlineSeat | None:
    """Seek the match in the pool and return its seat; None if seeking was stopped.

    `take` is the id of a seek in the lobby to accept; the server refuses if it is gone.
    """
    game = wish.game
    _refuse_sides(game, chosen)
    return client.seek(
        game.key,
        options={name: game.options[name] for name in chosen},
        own=wish.own,
        clock=wish.clock,
        rated=wish.rated,
        legs=wish.legs,
        take=take,
    )


def wish_of(seek: OpenSeek, own: Mapping[str, str] | None = None) -> Wish:
    """Another player's seek as a wish, with what this player brings to it."""
    return Wish(make_game(seek.game, seek.options), seek.clock, own or {}, seek.rated, seek.legs)


def own_words(game: Game, *, rated: bool = False) -> dict[str, dict[str, Text]]:
    """What each player brings to this game, with the values to choose from and their labels; nothing if rated."""
    return {
        option.own: {name: option.label(name) for name in option.shipped}
        for option in game.spec.options
        if option.own and not rated
    }


def own_choices(arguments: argparse.Namespace) -> tuple[dict[str, str], list[str]]:
    """Split the command line's options into this player's own (`army=wildwood`) and the shared ones."""
    words = own_words(make_game(arguments.game, {}))
    pairs = [(option, *option.partition("=")[::2]) for option in arguments.option]
    own = {name: value for _, name, value in pairs if name in words}
    return own, [option for option, name, _ in pairs if name not in words]


def shared_choices(game: Game) -> list[Option]:
    """The options shared by both players that differ from their defaults."""
    plain = make_game(game.key, {}).options
    return [
        option
        for option in game.spec.options
        if option.prominent and not option.own and game.options[option.name] != plain[option.name]
    ]


def _refuse_sides(game: Game, chosen: Collection[str]) -> None:
    """Raise OptionError for options of one side, because the pool decides who plays which side."""
    for option in game.spec.options:
        if option.own and option.name in chosen:
            raise OptionError(phrase("terminal.argument.own", word=option.own))
