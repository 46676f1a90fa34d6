"""What somebody who looks for an opponent may choose, and what two who have found each other play with. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from quincunx.core.game import Game
from quincunx.games import make_game
from quincunx.play.errors import Refused
from quincunx.play.match_setup import usual_game
from quincunx.play.pairing import Seek
from quincunx.words import phrase


class Wish(Struct, frozen=True):
    """The game as usual, the options that shall differ from that, and what one has oneself, where that differs."""

    game: Game
    options: dict[str, Any]
    own: dict[str, str]

    @property
    def is_usual(self) -> bool:
        """Whether nothing but the usual was chosen."""
        return not self.options and not self.own


def read_wish(key: str, options: Mapping[str, object], own: Mapping[str, str]) -> Wish:
    """The wish, read as sent; two wishes for the same are equal, however they were put."""
    game, plain = usual_game(key, options), make_game(key, {})
    known = {option.name: option for option in plain.spec.options}
    for name in options:
        if not known[name].prominent or known[name].own:
            raise Refused("invalid", phrase("play.wish.usual_only", option=known[name].title))
    told = {name: game.options[name] for name in options if known[name].kind == "lot" or _differs(game, plain, name)}
    return Wish(plain, told, {word: name for word, name in own.items() if _is_unusual(plain, word, name)})


def agreed(game: Game, seeks: tuple[Seek, Seek]) -> dict[str, Any]:
    """The options of the match of two, who are listed by their sides: those they share, and what each one has."""
    owned = {
        option.name: seeks[option.side].own[option.own]
        for option in game.spec.options
        if option.side is not None and option.own in seeks[option.side].own
    }
    return seeks[0].options | owned


def brought_along(game: Game, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What was chosen, when those who brought something of their own have changed sides."""
    owned = {(option.own, option.side): option.name for option in game.spec.options if option.side is not None}
    other = {name: owned[own, 1 - side] for (own, side), name in owned.items()}
    return {other.get(name, name): value for name, value in chosen.items()}


def _differs(game: Game, plain: Game, name: str) -> bool:
    return bool(game.options[name] != plain.options[name])


def _is_unusual(game: Game, word: str, name: str) -> bool:
    """Whether what somebody has himself differs from the usual; refused where the game does not come with it.

    An army that somebody has made is for matches whose players have agreed on it.
    """
    options = [option for option in game.spec.options if option.own == word]
    if not options:
        raise Refused("invalid", phrase("play.wish.nothing_to_choose", word=word))
    for option in options:
        if name not in option.shipped:
            raise Refused("invalid", phrase("play.wish.not_shipped", names=option.shipped))
    return any(option.default != name for option in options)
