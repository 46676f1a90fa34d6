"""A progress bar for long commands, on standard error, only in a terminal; it disappears at the end."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING

from quincunx.clients.language import t

if TYPE_CHECKING:
    from rich.progress import Progress

WIDTH = 24


class Bar:
    """Shows how many items are done, and how long the rest will take."""

    def __init__(self, total: int, what: str) -> None:
        self.done = 0
        self._total = total
        self._what = what
        self._progress: Progress | None = None  # Rich's, if standard error is a terminal

    def __enter__(self) -> Bar:
        if sys.stderr.isatty() and find_spec("rich"):
            self._progress = _progress()
            self._progress.add_task(self._what, completed=self.done, total=self._total, note="")
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def step(self, done: int = 1, note: str = "") -> None:
        """Note that this many more are done."""
        self.done += done
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=self.done, note=note, refresh=True)

    def refresh(self) -> None:
        """Redraw the bar with the current estimate."""
        if self._progress is not None:
            self._progress.refresh()


def _progress() -> Progress:
    """Make Rich's bar; Rich is imported here because most commands need no bar."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    parts = {"done": "{task.completed}", "total": "{task.total}", "what": "{task.description}"}  # filled in by Rich
    return Progress(
        TextColumn(t("terminal.progress.count", **parts), markup=False),
        BarColumn(WIDTH),
        TimeRemainingColumn(compact=True),
        TextColumn(t("terminal.progress.left")),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        auto_refresh=False,  # no thread: bots are processes, and a process with threads should not be forked
        redirect_stdout=False,  # keep printed text on standard output, which may be a file
        transient=True,
    )
