"""The options that a player looking for an opponent may choose, and those of the resulting match. Pure."""

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
    """A game with default options, the shared options that differ from it, and the player's own options that differ."""

    game: Game
    options: dict[str, Any]
    own: dict[str, str]

    @property
    def is_usual(self) -> bool:
        """Whether only default values were chosen."""
        return not self.options and not self.own


def read_wish(key: str, options: Mapping[str, object], own: Mapping[str, str]) -> Wish:
    """The wish as sent by a client, normalized so that equivalent wishes are equal."""
    game, plain = usual_game(key, options), make_game(key, {})
    known = {option.name: option for option in plain.spec.options}
    for name in options:
        if not known[name].prominent or known[name].own:
            raise Refused("invalid", phrase("play.wish.usual_only", option=known[name].title))
    wanted = {
        name: game.options[name] for name in options if known[name].kind == "random" or _differs(game, plain, name)
    }
    return Wish(plain, wanted, {word: name for word, name in own.items() if _is_unusual(plain, word, name)})


def agreed(game: Game, seeks: tuple[Seek, Seek]) -> dict[str, Any]:
    """The options of a match between two players, given by side: the shared options and each player's own."""
    owned = {
        option.name: seeks[option.side].own[option.own]
        for option in game.spec.options
        if option.side is not None and option.own in seeks[option.side].own
    }
    return seeks[0].options | owned


def brought_along(game: Game, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen options after the players have changed sides: options for one player move with them."""
    owned = {(option.own, option.side): option.name for option in game.spec.options if option.side is not None}
    other = {name: owned[own, 1 - side] for (own, side), name in owned.items()}
    return {other.get(name, name): value for name, value in chosen.items()}


def _differs(game: Game, plain: Game, name: str) -> bool:
    return bool(game.options[name] != plain.options[name])


def _is_unusual(game: Game, word: str, name: str) -> bool:
    """Whether a player's own option differs from the default; refused unless the value ships with the game.

    An army that a player has made is only for matches whose players have agreed on it.
    """
    options = [option for option in game.spec.options if option.own == word]
    if not options:
        raise Refused("invalid", phrase("play.wish.nothing_to_choose", word=word))
    for option in options:
        if name not in option.shipped:
            raise Refused("invalid", phrase("play.wish.not_shipped", names=option.shipped))
    return any(option.default != name for option in options)
