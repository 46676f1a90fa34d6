"""What workers are asked to do: look at a position, or at a whole game."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.state import State
from quincunx.notation.record import Record
from quincunx.search.analysis import Analysis
from quincunx.search.review import Reviewer
from quincunx.search.worker_process import Tell


@dataclass(frozen=True)
class Look:
    """Look at a position for so long; tells each `Finding`."""

    state: State
    lines: int
    seconds: float

    def begin(self) -> Looking:
        """Get ready."""
        return Looking(self)


class Looking:
    """A look that goes on."""

    def __init__(self, look: Look) -> None:
        self._analysis = Analysis(look.state, look.lines)
        self._seconds = look.seconds

    def run(self, tell: Tell) -> None:
        """Look deeper and deeper."""
        for found in self._analysis.findings(self._seconds):
            tell(found)

    def stop(self) -> None:
        """Have seen enough."""
        self._analysis.stop()


@dataclass(frozen=True)
class GoThrough:
    """Review a game; tells which part of it is done, and last the `Review`."""

    record: Record
    nodes: int

    def begin(self) -> GoingThrough:
        """Get ready."""
        return GoingThrough(self)


class GoingThrough:
    """A review that goes on."""

    def __init__(self, task: GoThrough) -> None:
        self._reviewer = Reviewer(task.record, task.nodes)

    def run(self, tell: Tell) -> None:
        """Go through the game."""
        tell(self._reviewer.review(lambda done, of: tell(done / of)))

    def stop(self) -> None:
        """Leave it."""
        self._reviewer.stop()
