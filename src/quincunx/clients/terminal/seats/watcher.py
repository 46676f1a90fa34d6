"""Threads that notify a screen: of changes in the match, of a hint, of rating points."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from quincunx.clients.match_seat import MatchSeat
from quincunx.clients.terminal.seats.adviser import Adviser
from quincunx.core.state import State

if TYPE_CHECKING:
    from quincunx.clients.match_seat import Changes

LOOK = 0.5  # seconds after which a stopped thread ends at the latest


class Watcher:
    """Calls back, from its own thread, whenever the seat has changed."""

    def __init__(self, seat: MatchSeat, changed: Callable[[], object]) -> None:
        self._seat = seat
        self._changed = changed
        self._stopped = threading.Event()
        # a daemon: it does not keep the program from exiting
        threading.Thread(target=self._run, name="watch", daemon=True).start()

    def stop(self) -> None:
        """Stop calling back."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            if self._seat.wait(LOOK) and not self._stopped.is_set():
                self._changed()


def ask_for_points(seat: MatchSeat, tell: Callable[[Changes | None], object]) -> None:
    """Call back, from another thread, with the rating changes of a match."""
    threading.Thread(target=lambda: tell(seat.points()), name="points", daemon=True).start()


def ask_for_hint(adviser: Adviser, state: State, tell: Callable[[int], object]) -> None:
    """Call back, from another thread, with the best action."""
    threading.Thread(target=lambda: tell(adviser.best(state)), name="hint", daemon=True).start()
