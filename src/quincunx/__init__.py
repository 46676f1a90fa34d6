"""Two-player board games on one engine. docs/api.md lists what this module exports.

Games, states and records are imported immediately. All else is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from quincunx.games import compiled, game, games, read_record, read_records
from quincunx.notation.record import Record

if TYPE_CHECKING:
    from quincunx import client
    from quincunx.notation.picture.svg import svg
    from quincunx.play.view import View, forecast, view
    from quincunx.play.walker import Step, Walker
    from quincunx.search.agent import Agent, Budget
    from quincunx.search.analysis import Analysis, Finding
    from quincunx.search.bots import bot, bot_names
    from quincunx.search.review import Review, Reviewer

__all__ = [
    "ActionError",
    "Agent",
    "Analysis",
    "Budget",
    "Finding",
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
    "Review",
    "Reviewer",
    "State",
    "Step",
    "UnknownBotError",
    "UnknownGameError",
    "View",
    "Walker",
    "bot",
    "bot_names",
    "client",
    "compiled",
    "forecast",
    "game",
    "games",
    "perft",
    "playouts",
    "read_record",
    "read_records",
    "svg",
    "view",
]

_LAZY = {  # names imported on first use, and their modules
    "Agent": "quincunx.search.agent",
    "Analysis": "quincunx.search.analysis",
    "Budget": "quincunx.search.agent",
    "Finding": "quincunx.search.analysis",
    "Review": "quincunx.search.review",
    "Reviewer": "quincunx.search.review",
    "Step": "quincunx.play.walker",
    "View": "quincunx.play.view",
    "Walker": "quincunx.play.walker",
    "bot": "quincunx.search.bots",
    "bot_names": "quincunx.search.bots",
    "forecast": "quincunx.play.view",
    "svg": "quincunx.notation.picture.svg",
    "view": "quincunx.play.view",
}


def __getattr__(name: str) -> Any:
    if name == "client":
        return import_module("quincunx.client")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
