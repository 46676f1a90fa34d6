"""Tasks for workers: analysing a position, or reviewing a whole game."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.search.analysis import Analysis
from quincunx.search.review import Reviewer
from quincunx.search.worker_process import Tell


@dataclass(frozen=True)
class AnalysisTask:
    """Analyse a position for some seconds; the results are `Finding`s."""

    state: State
    lines: int
    seconds: float

    def begin(self) -> AnalysisRun:
        """Prepare the analysis."""
        return AnalysisRun(self)


class AnalysisRun:
    """An analysis in progress."""

    def __init__(self, task: AnalysisTask) -> None:
        self._analysis = Analysis(task.state, task.lines)
        self._seconds = task.seconds

    def run(self, tell: Tell) -> None:
        """Analyse deeper and deeper."""
        for found in self._analysis.findings(self._seconds):
            tell(found)

    def stop(self) -> None:
        """Stop the analysis."""
        self._analysis.stop()


@dataclass(frozen=True)
class ReviewTask:
    """Review a game; the results are the completed fractions, and finally the `Review`."""

    record: Record
    nodes: int

    def begin(self) -> ReviewRun:
        """Prepare the review."""
        return ReviewRun(self)


class ReviewRun:
    """A review in progress."""

    def __init__(self, task: ReviewTask) -> None:
        self._reviewer = Reviewer(task.record, task.nodes)

    def run(self, tell: Tell) -> None:
        """Review the game."""
        tell(self._reviewer.review(lambda done, of: tell(done / of)))

    def stop(self) -> None:
        """Stop the review."""
        self._reviewer.stop()
