"""Threads that tell a screen of news: of the match, of a hint, of rating points."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.seats.adviser import Adviser
from quincunx.core.state import State

if TYPE_CHECKING:
    from quincunx.clients.match_seat import Changes

LOOK = 0.5  # seconds: how long a thread that nobody needs any more may stay


class Watcher:
    """Calls back, from its own thread, whenever something has changed at the seat."""

    def __init__(self, seat: MatchSeat, changed: Callable[[], object]) -> None:
        self._seat = seat
        self._changed = changed
        self._stopped = threading.Event()
        # a daemon: leaving the program does not wait for it
        threading.Thread(target=self._run, name="watch", daemon=True).start()

    def stop(self) -> None:
        """Tell nothing more."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            if self._seat.wait(LOOK) and not self._stopped.is_set():
                self._changed()


def ask_for_points(seat: MatchSeat, tell: Callable[[Changes | None], object]) -> None:
    """Call back with what a rated match did to both ratings, from another thread."""
    threading.Thread(target=lambda: tell(seat.points()), name="points", daemon=True).start()


def ask_for_hint(adviser: Adviser, state: State, tell: Callable[[int], object]) -> None:
    """Call back with the best action, from another thread."""
    threading.Thread(target=lambda: tell(adviser.best(state)), name="hint", daemon=True).start()
