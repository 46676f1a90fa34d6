"""Live analysis: one position an account at a time, a few at once, and none for somebody who is gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from quincunx.core import clock
from quincunx.core.state import State
from quincunx.host.worker_pool import WorkerPool
from quincunx.play.errors import Refused
from quincunx.search.analysis import Finding
from quincunx.search.worker_process import Work
from quincunx.search.worker_tasks import Look
from quincunx.words import phrase

log = logging.getLogger("quincunx.host")

MOST_WAITING = 64  # people
FAIR = 5.0  # seconds: after that, one who looks makes room for one who waits
AGAIN = 0.1  # seconds, until it is seen to again


class RunningAnalysis:
    """A position that somebody looks at."""

    def __init__(self, account: str, listener: object, look: Look, tell: Callable[[Finding], None]) -> None:
        self.account = account
        self.listener = listener
        self.work = Work(look)
        self.wanted = True
        self._tell = tell

    def tell(self, found: Finding) -> None:
        """Tell what was found, while anybody wants to know."""
        if self.wanted:
            self._tell(found)

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self.wanted = False
        self.work.stop()


class Analyses:
    """So many looks at once. Whoever looks already looks at something else instead."""

    def __init__(self, count: int, most_seconds: float) -> None:
        self._workers = WorkerPool(count, "analyst")
        self._most_seconds = most_seconds
        self._looks: dict[str, RunningAnalysis] = {}  # by account
        self._unfinished: set[RunningAnalysis] = set()  # dropped ones included, until they have ended
        self._room: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._unfinished)

    def begin(
        self, account: str, listener: object, state: State, lines: int, seconds: float, tell: Callable[[Finding], None]
    ) -> None:
        """Look at a position for an account, or wait until there is room; the listener is told what is found."""
        self.halt(account)
        if len(self._unfinished) >= MOST_WAITING:
            raise crowded()
        look = RunningAnalysis(account, listener, Look(state, lines, min(seconds, self._most_seconds)), tell)
        self._looks[account] = look
        self._unfinished.add(look)
        self._workers.do(look.work, look.tell).add_done_callback(lambda done: self._done(look, done))
        self._make_room()

    def halt(self, account: str) -> None:
        """No more of what an account looks at."""
        look = self._looks.pop(account, None)
        if look is not None:
            look.drop()

    def leave(self, account: str, listener: object) -> None:
        """A listener is gone, and nobody wants to know what it was to be told."""
        look = self._looks.get(account)
        if look is not None and look.listener is listener:
            self.halt(account)

    def stop(self) -> None:
        """Let everything come to an end soon."""
        for account in list(self._looks):
            self.halt(account)
        if self._room is not None:
            self._room.cancel()
        self._workers.stop()

    def _done(self, look: RunningAnalysis, done: asyncio.Future[None]) -> None:
        self._unfinished.discard(look)
        if self._looks.get(look.account) is look:
            del self._looks[look.account]
        if not done.cancelled() and done.exception() is not None:
            log.error("analysis failed", exc_info=done.exception())

    def _make_room(self) -> None:
        """While somebody waits, the one who has looked longest makes room once that has been long enough."""
        if self._room is not None:
            self._room.cancel()
            self._room = None
        began = {look: look.work.begun for look in self._looks.values() if look.work.begun is not None}
        if len(began) == len(self._looks):
            return
        left = AGAIN
        if began:
            oldest = min(began, key=lambda look: began[look])
            left = began[oldest] + FAIR - clock.now()
            if left <= 0:
                oldest.work.stop()
        self._room = asyncio.get_running_loop().call_later(max(left, AGAIN), self._make_room)


def crowded() -> Refused:
    """More look at positions than could be served soon."""
    return Refused("too_many", phrase("host.analysis.crowded"))
