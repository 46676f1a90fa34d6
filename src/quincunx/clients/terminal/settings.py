"""What a match in the terminal is begun with: the game, and who plays."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from dataclasses import dataclass

from quincunx.clients.table import Table
from quincunx.clients.terminal.memory import ACCOUNT, MemoryTable
from quincunx.core.game import Game
from quincunx.core.random import Random
from quincunx.games import make_game
from quincunx.play.clocks import Untimed
from quincunx.play.events import Created
from quincunx.play.seats import Bot, Person, Seat
from quincunx.search.agent import Budget

YOU = "You"
FRIEND = "Friend"


@dataclass(frozen=True)
class Settings:
    """The game with its options, which of them were chosen, the sides that bots play and how well, and for how long."""

    game: Game
    chosen: Collection[str] = ()
    bots: frozenset[int] = frozenset({1})
    level: int = 4
    seconds: float = 2.0
    seed: int | None = None
    classic: bool = True  # as the game's document draws it, where it does

    def seats(self) -> tuple[Seat, Seat]:
        """Who sits where."""
        if not self.bots:
            return Person(ACCOUNT, YOU), Person(ACCOUNT, FRIEND)
        first, second = (Bot(self.level) if side in self.bots else Person(ACCOUNT, YOU) for side in (0, 1))
        return first, second


def open_table(settings: Settings) -> Table:
    """A new match at this keyboard; what nobody chose is drawn where a lot decides."""
    seed = int.from_bytes(os.urandom(7)) if settings.seed is None else settings.seed
    game = _drawn(settings.game, settings.chosen, Random(seed))
    created = Created(
        at=time.time_ns() // 1_000_000,
        game=game.key,
        rules=game.rules,
        options=dict(game.options),
        seats=settings.seats(),
        clock=Untimed(),
        kind="bot" if settings.bots else "hot_seat",
    )
    return MemoryTable(created, Budget(settings.seconds), seed, os.cpu_count() or 1)


def _drawn(game: Game, chosen: Collection[str], luck: Random) -> Game:
    options = game.rule_set.options
    drawn = {
        option.name: game.options[option.name] if option.name in chosen else option.draw(luck) for option in options
    }
    return make_game(game.key, game.rules, drawn)
