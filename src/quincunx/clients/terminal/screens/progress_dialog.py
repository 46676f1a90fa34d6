"""A dialog that shows what is going on while a thread does it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from quincunx.clients.terminal.language import t
from quincunx.core.errors import QuincunxError

T = TypeVar("T")


class ProgressDialog(ModalScreen[T | QuincunxError | None], Generic[T]):
    """What the work comes to, or the error that says why not; None where it was given up."""

    DEFAULT_CSS = """
    ProgressDialog { align: center middle; background: $background 40%; }
    ProgressDialog > Static { width: auto; max-width: 66; height: auto; background: $panel; padding: 1 2; }
    """
    BINDINGS = [Binding("escape", "give_up", show=False)]

    class Done(Message):
        """The work is done."""

        def __init__(self, result: object) -> None:
            super().__init__()
            self.result = result

    def __init__(self, words: str, work: Callable[[], T], stop: Callable[[], object] | None = None) -> None:
        """`stop` asks the work to end soon; without it, it is left to itself."""
        super().__init__()
        self.words = words
        self.work = work
        self.stop = stop

    def compose(self) -> ComposeResult:
        """What is being done, and how to give up."""
        yield Static(f"{self.words}\n\n{t('screens.keys.progress')}", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        # a daemon: leaving the program does not wait for it
        threading.Thread(target=self._run, name="doing", daemon=True).start()

    def on_progress_dialog_done(self, event: Done) -> None:
        """Go on with what came of it."""
        self.dismiss(event.result)  # type: ignore[arg-type]  # what the work returned

    def action_give_up(self) -> None:
        """Once to ask for the end, and again not to wait for it."""
        stop, self.stop = self.stop, None
        if stop is not None:
            stop()
        else:
            self.dismiss(None)

    def _run(self) -> None:
        result: object
        try:
            result = self.work()
        except (QuincunxError, OSError) as error:
            result = error if isinstance(error, QuincunxError) else QuincunxError(str(error))
        self.post_message(self.Done(result))
