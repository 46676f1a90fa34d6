"""The players of an arena, by what the command line calls them: our bots, and engines as `NAME=uci:COMMAND`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from quincunx.clients.arena.uci_engine import UciEngine
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.search.agent import Budget
from quincunx.search.bots import bot

UCI = "uci:"


class Player(Protocol):
    """Somebody who plays one game."""

    def choose(self, state: State, seconds: float) -> int:
        """Choose an action; the time is for the rest of the turn."""

    def close(self) -> None:
        """Leave after the game."""


@dataclass(frozen=True)
class Entrant:
    """A name for tables and records, and what makes the player: a bot's name, or an engine's command after `uci:`."""

    name: str
    maker: str

    @classmethod
    def read(cls, text: str) -> Entrant:
        """Return the entrant that a text such as `level 3`, `uci:stockfish` or `fish=uci:stockfish` describes."""
        name, named, maker = text.partition(f"={UCI}")
        if named:
            return cls(name.strip(), UCI + maker)
        return cls(text.removeprefix(UCI).strip(), text)

    def player(self, game: Game, seed: int, margin: float) -> Player:
        """Make the player for a game; raises EngineFault if it is an engine that does not start."""
        if self.maker.startswith(UCI):
            return UciEngine(self.maker.removeprefix(UCI), game, margin)
        return Bot(self.maker, game, seed)


class Bot:
    """One of our bots."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self.agent = bot(name, game, seed)

    def choose(self, state: State, seconds: float) -> int:
        """Choose an action."""
        return self.agent.choose(state, Budget(seconds))

    def close(self) -> None:
        """Do nothing: a bot is no process."""
