"""Exact results of chess endings from Syzygy tables, which are read by python-chess (extra `syzygy`).

The environment variable QUINCUNX_SYZYGY names the folder with the files, or several. The tables know whether a position
is won under the fifty-move rule, and how far the next capture or pawn move is (DTZ), but not how far mate is. They know
nothing of repetition and of the turns that have already passed without a capture or a pawn move, so a result is only
told where these cannot change it.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from quincunx.core.exact import Exact, Limits, LookUpSolver
from quincunx.core.game import Game
from quincunx.core.state import State
from quincunx.games.battlefield.positions import fen
from quincunx.games.battlefield.rules import BattlefieldState

if TYPE_CHECKING:
    from chess.syzygy import Tablebase

FOLDERS = "QUINCUNX_SYZYGY"
QUIET = 100  # the limit of quiet turns that the tables know
WIN = 2  # in the tables; 1 and -1 are won and lost, but for the fifty-move rule
LEAST_REPETITION = 3
ROUNDED = 1  # turns by which a distance in the tables may be too short

log = logging.getLogger("quincunx.tables")


def syzygy_solver(game: Game) -> SyzygySolver | None:
    """Return a solver for chess by the usual limits, if there are tables."""
    folders = os.environ.get(FOLDERS)
    repetition = game.options["repetition"]
    if not folders or game.options["quiet"] != QUIET or 0 < repetition < LEAST_REPETITION:
        return None
    tables = opened(folders)
    return None if tables is None else SyzygySolver(tables)


@cache
def opened(folders: str) -> Tablebase | None:
    """Return the tables in these folders; if there are none, the log says why."""
    if find_spec("chess") is None:
        log.warning("%s is set, but python-chess is not installed: pip install 'quincunx[syzygy]'", FOLDERS)
        return None
    from chess.syzygy import Tablebase

    tables, count = Tablebase(), 0
    for folder in folders.split(os.pathsep):
        try:
            count += tables.add_directory(folder)
        except OSError as error:
            log.warning("%s: %s", folder, error.strerror)
    if not count:
        log.warning("%s: there are no Syzygy tables in %s", FOLDERS, folders)
    return tables if count else None


class SyzygySolver(LookUpSolver):
    """Knows the positions that the tables know."""

    def __init__(self, tables: Tablebase) -> None:
        super().__init__()
        self._tables = tables
        self._most = max((len(name) - 1 for name in tables.wdl), default=0)  # KQvK has three pieces

    def reaches(self, state: State, limits: Limits) -> bool:
        """Return whether there may be tables for the position."""
        pieces = sum(number != 0 for row in state.board() for number in row)
        return pieces <= self._most and not _has_recurred(state)

    def solve(self, state: State, limits: Limits, lines: int = 1) -> list[Exact]:
        """Return the best actions, best first, without the play that follows; nothing if one is not known."""
        self._nodes = 0
        found = []
        ahead = state.copy()
        for action in state.legal_actions():
            ahead.apply(action)
            rank = None if self._stopped else self._rank(ahead, state.to_move)
            ahead.undo()
            if rank is None:
                return []
            found.append((rank, action))
        found.sort(key=lambda ranked: ranked[0], reverse=True)
        return [Exact(rank[0], (action,), is_full=rank[0] == 0, from_table=True) for rank, action in found[:lines]]

    def _rank(self, state: State, mover: int) -> tuple[int, int] | None:
        """The result for the player who has just moved, and how good the way there is; None if it is not known."""
        outcome = state.outcome()
        if outcome is not None:
            return (0, 0) if outcome.winner is None else (1, QUIET + 1) if outcome.winner == mover else (-1, 0)
        looked_up = self._looked_up(state)
        if looked_up is None:
            return None
        won, distance = looked_up
        quiet = _quiet(state)
        if abs(won) < WIN:
            return 0, 0
        if quiet + distance + ROUNDED >= QUIET:
            return None
        return (1, QUIET - distance if quiet else QUIET) if won < 0 else (-1, distance)

    def _looked_up(self, state: State) -> tuple[int, int] | None:
        """The result for the player to move, and the distance of the next capture or pawn move."""
        from chess import Board

        self._nodes += 1
        board = Board(fen(cast("BattlefieldState", state)))
        try:
            return self._tables.probe_wdl(board), abs(self._tables.probe_dtz(board))
        except KeyError:  # there is no table, or there are castling rights
            return None
        except Exception as error:  # python-chess does not say what it raises on a damaged file
            log.warning("Syzygy tables cannot be read: %s", error)
            return None


def _quiet(state: State) -> int:
    """The turns so far without a capture or a pawn move."""
    return cast("BattlefieldState", state).memory()[3]


def _has_recurred(state: State) -> bool:
    """Whether a position has occurred twice since the last capture or pawn move."""
    earlier, keys = state.copy(), [state.key]
    for _ in range(min(_quiet(state), len(state.actions()))):
        earlier.undo()
        keys.append(earlier.key)
    return len(set(keys)) < len(keys)
