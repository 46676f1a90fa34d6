"""Setting up a match: the game with its random options drawn, the clock, and who plays which side."""

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


def drawn_game(key: str, chosen: Mapping[str, object], random: Random) -> Game:
    """The game with the chosen options, read as sent by a client, and the rest as usual or drawn at random."""
    usual = usual_game(key, chosen)
    drawn = {option.name: option.draw(random) for option in usual.spec.options if option.name not in chosen}
    return make_game(key, {**usual.options, **drawn})


def usual_game(key: str, chosen: Mapping[str, object]) -> Game:
    """The game with the chosen options, read as sent by a client, and default values for the rest."""
    plain = make_game(key, {})
    known = {option.name: option for option in plain.spec.options}
    read = {name: known[name].read_sent(value) if name in known else value for name, value in chosen.items()}
    return make_game(key, read)  # raises OptionError for unknown names


def clock_for(game: Game, asked: Clock | None, otherwise: Clock = UNTIMED) -> Clock:
    """The requested clock; without one, the game's default (K8) or, if it has none, `otherwise`."""
    return asked or usual_clock(game.spec) or otherwise


def seated(colour: Colour, mine: Seat, other: Seat | None, random: Random) -> tuple[Seat | None, Seat | None]:
    """The seats by side, according to the colour that the first player chose."""
    side = {"first": 0, "second": 1}.get(colour, random.below(2))
    return (mine, other) if side == 0 else (other, mine)
