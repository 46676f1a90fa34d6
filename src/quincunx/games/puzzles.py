"""The puzzles that a game ships: `puzzles/KEY.toml` in its family's folder, where there are some."""

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
    """The puzzles of a game, with the options as usual; none where none are shipped."""
    found = collection(game.key)
    return found.puzzles if found else ()


def puzzled() -> list[Game]:
    """The games that there are puzzles for. One whose file cannot be read is left out, with a warning in the log."""
    return [game for game in (make_game(key, {}) for key in games()) if _has_puzzles(game)]


def _has_puzzles(game: Game) -> bool:
    try:
        return bool(shipped(game))
    except Exception:  # whatever is wrong in a stranger's package must not take the other games' puzzles away
        _log.warning("the puzzles of the game %s cannot be read", game.key, exc_info=True)
        return False


@cache
def collection(key: str) -> Collection | None:
    """The file of a game, if it has one."""
    file = resources.files(games()[key].package).joinpath(FOLDER, f"{key}.toml")
    return read_collection(file.read_text(encoding="utf-8")) if file.is_file() else None
