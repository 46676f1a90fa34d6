"""What a match is agreed on: the game with its options drawn, and who has which side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.games import make_game
from quincunx.play.clocks import Clock, Untimed, usual_clock
from quincunx.play.seats import Seat

UNTIMED = Untimed()

Colour = Literal["first", "second", "random"]  # the sides as the game lists them


def drawn_game(key: str, chosen: Mapping[str, object], luck: Random) -> Game:
    """The game as people agreed on it: what they chose is read as sent, the rest is drawn where a lot decides."""
    usual = usual_game(key, chosen)
    drawn = {option.name: option.draw(luck) for option in usual.spec.options if option.name not in chosen}
    return make_game(key, {**usual.options, **drawn})


def usual_game(key: str, chosen: Mapping[str, object]) -> Game:
    """The game with what was chosen, read as sent, and the rest as usual."""
    plain = make_game(key, {})
    known = {option.name: option for option in plain.spec.options}
    read = {name: known[name].read_sent(value) if name in known else value for name, value in chosen.items()}
    return make_game(key, read)  # OptionError for a name that is not known


def clock_for(game: Game, asked: Clock | None, otherwise: Clock = UNTIMED) -> Clock:
    """The clock that was asked for; where none was, the game's usual one (K8), if it has one."""
    return asked or usual_clock(game.spec) or otherwise


def seated(colour: Colour, mine: Seat, other: Seat | None, luck: Random) -> tuple[Seat | None, Seat | None]:
    """Who sits on which side, by the colour that one of them chose."""
    side = {"first": 0, "second": 1}.get(colour, luck.below(2))
    return (mine, other) if side == 0 else (other, mine)
