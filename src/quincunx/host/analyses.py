"""Live analysis: one position per account at a time, a few at once, and only while the client is connected."""

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
from quincunx.search.worker_tasks import AnalysisTask
from quincunx.words import phrase

log = logging.getLogger("quincunx.host")

MOST_WAITING = 64  # accounts
FAIR = 5.0  # seconds, after which an analysis makes room for a waiting one
AGAIN = 0.1  # seconds until the next check


class RunningAnalysis:
    """An analysis that is running or waiting."""

    def __init__(self, account: str, listener: object, task: AnalysisTask, tell: Callable[[Finding], None]) -> None:
        self.account = account
        self.listener = listener
        self.work = Work(task)
        self.wanted = True
        self._tell = tell

    def tell(self, found: Finding) -> None:
        """Report a finding, unless the analysis has been dropped."""
        if self.wanted:
            self._tell(found)

    def drop(self) -> None:
        """Stop the analysis and report nothing more."""
        self.wanted = False
        self.work.stop()


class Analyses:
    """Runs a limited number of analyses at once. A new one replaces the account's previous one."""

    def __init__(self, count: int, most_seconds: float) -> None:
        self._count = count
        self._workers = WorkerPool(max(1, count), "analyst")
        self._most_seconds = most_seconds
        self._current: dict[str, RunningAnalysis] = {}  # by account
        self._unfinished: set[RunningAnalysis] = set()  # dropped ones included, until they have ended
        self._room: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._unfinished)

    def begin(
        self, account: str, listener: object, state: State, lines: int, seconds: float, tell: Callable[[Finding], None]
    ) -> None:
        """Analyse a position for an account, as soon as there is room; findings are passed to `tell`."""
        self.cancel(account)
        if not self._count:
            raise Refused("refused", phrase("host.analysis.none"))
        if len(self._unfinished) >= MOST_WAITING:
            raise crowded()
        task = AnalysisTask(state, lines, min(seconds, self._most_seconds))
        analysis = RunningAnalysis(account, listener, task, tell)
        self._current[account] = analysis
        self._unfinished.add(analysis)
        self._workers.do(analysis.work, analysis.tell).add_done_callback(lambda done: self._done(analysis, done))
        self._make_room()

    def cancel(self, account: str) -> None:
        """Stop the account's analysis."""
        analysis = self._current.pop(account, None)
        if analysis is not None:
            analysis.drop()

    def leave(self, account: str, listener: object) -> None:
        """Stop the account's analysis if this listener, which has left, started it."""
        analysis = self._current.get(account)
        if analysis is not None and analysis.listener is listener:
            self.cancel(account)

    def stop(self) -> None:
        """Tell all analyses and their workers to stop."""
        for account in list(self._current):
            self.cancel(account)
        if self._room is not None:
            self._room.cancel()
        self._workers.stop()

    def _done(self, analysis: RunningAnalysis, done: asyncio.Future[None]) -> None:
        self._unfinished.discard(analysis)
        if self._current.get(analysis.account) is analysis:
            del self._current[analysis.account]
        if not done.cancelled() and done.exception() is not None:
            log.error("analysis failed", exc_info=done.exception())

    def _make_room(self) -> None:
        """While others wait, stop the longest-running analysis once it has had its fair share of time."""
        if self._room is not None:
            self._room.cancel()
            self._room = None
        began = {each: each.work.begun for each in self._current.values() if each.work.begun is not None}
        if len(began) == len(self._current):
            return
        left = AGAIN
        if began:
            oldest = min(began, key=lambda each: began[each])
            left = began[oldest] + FAIR - clock.now()
            if left <= 0:
                oldest.work.stop()
        self._room = asyncio.get_running_loop().call_later(max(left, AGAIN), self._make_room)


def crowded() -> Refused:
    """The refusal if too many analyses are waiting."""
    return Refused("too_many", phrase("host.analysis.crowded"))
