"""A search that runs in the background and reports what it finds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from quincunx.clients.engine.limits import Limits
from quincunx.clients.engine.settings import EngineSettings
from quincunx.core import clock
from quincunx.core.state import State
from quincunx.search.agent import Agent, Budget
from quincunx.search.analysis import Analysis, Finding, Judged
from quincunx.search.bots import bot
from quincunx.search.chances import scale_of
from quincunx.search.levels import LEVELS
from quincunx.search.transposition_table import TranspositionTable

NO_MOVE = "bestmove (none)"
MOST_LINES = 500  # more than the number of useful actions in any position

Tell = Callable[[str], None]


class BackgroundSearch:
    """The search for one `go` command: runs in its own thread and ends with a best move."""

    def __init__(
        self, state: State, settings: EngineSettings, limits: Limits, table: TranspositionTable, tell: Tell
    ) -> None:
        self.state = state.copy()
        self.codec = state.game.spec.codec(state.game)
        self.settings = settings
        self.limits = limits
        self.tell = tell
        self.table = table
        self.began = clock.now()
        self._released = threading.Event()
        self._agent: Agent | None = None
        self._analysis: Analysis | None = None
        self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
        self._prepare()
        self._thread.start()

    def stop(self) -> None:
        """Stop searching, and wait until the best move has been reported."""
        self._released.set()
        if self._analysis is not None:
            self._analysis.stop()
        if self._agent is not None:
            self._agent.stop()
        self.join()

    def join(self) -> None:
        """Wait until the best move has been reported."""
        self._thread.join()

    def _prepare(self) -> None:
        settings, only = self.settings, self.limits.only
        if settings.level < len(LEVELS) and not only:
            self._agent = bot(f"level {settings.level}", self.state.game, int(self.began * 1000) & 0xFFFF)
        else:
            self._analysis = Analysis(self.state, MOST_LINES if only else settings.lines, self.table, settings.threads)

    def _run(self) -> None:
        best = [] if self.state.over else self._best()
        if self.limits.waits:
            self._released.wait()
        if not best:
            self.tell(NO_MOVE)
            return
        ponder = f" ponder {best[1]}" if len(best) > 1 else ""
        self.tell(f"bestmove {best[0]}{ponder}")

    def _best(self) -> list[str]:
        """The best line found."""
        limits = self.limits
        if self._agent is not None:
            action = self._agent.choose(self.state, Budget(limits.seconds, limits.depth, limits.nodes))
            return [self.codec.write(self.state, action)]
        assert self._analysis is not None
        best: Sequence[Judged] = ()
        for found in self._analysis.findings(limits.seconds, limits.depth, limits.nodes):
            best = self._allowed(found)
            if not found.done:
                self._tell(found, best[: self.settings.lines])
        return self._texts(best[0]) if best else []

    def _allowed(self, found: Finding) -> Sequence[Judged]:
        only = self.limits.only
        if not only:
            return found.lines
        return [line for line in found.lines if self.codec.write(self.state, line.actions[0]) in only]

    def _tell(self, found: Finding, lines: Sequence[Judged]) -> None:
        taken = max(1e-3, clock.now() - self.began)
        for number, line in enumerate(lines, 1):
            self.tell(
                f"info depth {found.depth} multipv {number} score {self._score(line)} nodes {found.nodes} "
                f"nps {int(found.nodes / taken)} time {int(1000 * taken)} pv {' '.join(self._texts(line))}"
            )

    def _score(self, line: Judged) -> str:
        """The UCI score for the side to move: hundredths of the game's unit, or the turns to a win."""
        sign = 1 if self.state.to_move == 0 else -1
        if line.wins_in is not None:
            return f"mate {sign * line.wins_in}"
        return f"cp {round(sign * 100 * (line.score or 0.0))}"

    def _texts(self, line: Judged) -> list[str]:
        ahead, texts = self.state.copy(), []
        for action in line.actions:
            texts.append(self.codec.write(ahead, action))
            ahead.apply(action)
        return texts


def unit_of(settings: EngineSettings) -> str:
    """The unit that scores are hundredths of."""
    return scale_of(settings.game).unit
