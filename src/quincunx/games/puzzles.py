"""The puzzles that ship with a game, if any: `puzzles/KEY.toml` in its family's folder."""

from __future__ import annotations

import logging
from functools import cache
from importlib import resources

from quincunx.core.game import Game
from quincunx.games import games, make_game
from quincunx.notation.puzzle import Collection, Puzzle, read_collection

FOLDER = "puzzles"

_log = logging.getLogger(__name__)


def shipped(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game with its default options; empty if none are shipped."""
    found = collection(game.key)
    return found.puzzles if found else ()


def puzzled() -> list[Game]:
    """Return the games with puzzles. If a puzzle file cannot be read, its game is left out, and a warning is logged."""
    return [game for game in (make_game(key, {}) for key in games()) if _has_puzzles(game)]


def _has_puzzles(game: Game) -> bool:
    try:
        return bool(shipped(game))
    except Exception:  # a fault in one package must not affect the other games
        _log.warning("the puzzles of the game %s cannot be read", game.key, exc_info=True)
        return False


@cache
def collection(key: str) -> Collection | None:
    """Return a game's file of puzzles, if it has one."""
    file = resources.files(games()[key].package).joinpath(FOLDER, f"{key}.toml")
    return read_collection(file.read_text(encoding="utf-8")) if file.is_file() else None
