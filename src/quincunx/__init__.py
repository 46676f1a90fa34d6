"""Two-player board games on one engine."""

from __future__ import annotations

from quincunx.core.errors import (
    ActionError,
    IllegalActionError,
    InvalidActionError,
    NotationError,
    NothingToUndoError,
    OptionError,
    PositionError,
    QuincunxError,
    RecordError,
    UnknownBotError,
    UnknownGameError,
)
from quincunx.core.game import Game
from quincunx.core.outcome import Outcome, Refusal
from quincunx.core.perft import perft, playouts
from quincunx.core.random import Random
from quincunx.core.state import State
from quincunx.games import compiled, game, games, read_record
from quincunx.notation.record import Record

__all__ = [
    "ActionError",
    "Game",
    "IllegalActionError",
    "InvalidActionError",
    "NotationError",
    "NothingToUndoError",
    "OptionError",
    "Outcome",
    "PositionError",
    "QuincunxError",
    "Random",
    "Record",
    "RecordError",
    "Refusal",
    "State",
    "UnknownBotError",
    "UnknownGameError",
    "compiled",
    "game",
    "games",
    "perft",
    "playouts",
    "read_record",
]
