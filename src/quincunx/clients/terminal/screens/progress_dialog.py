"""A dialog that is shown while a thread works."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from quincunx.clients.language import t
from quincunx.core.errors import QuincunxError

T = TypeVar("T")


class ProgressDialog(ModalScreen[T | QuincunxError | None], Generic[T]):
    """Runs work in a thread. Its result is the work's result or error; None if it was cancelled."""

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
        """Show `words` during the work. `stop` asks it to end soon; without it, cancelled work is left to finish."""
        super().__init__()
        self.words = words
        self.work = work
        self.stop = stop

    def compose(self) -> ComposeResult:
        """The description of the work, and the key that cancels it."""
        yield Static(f"{self.words}\n\n{t('screens.keys.progress')}", markup=False)

    def on_mount(self) -> None:
        """Start the work."""
        # a daemon: it does not keep the program from exiting
        threading.Thread(target=self._run, name="doing", daemon=True).start()

    def on_progress_dialog_done(self, event: Done) -> None:
        """Close the dialog with the result."""
        self.dismiss(event.result)  # type: ignore[arg-type]  # what the work returned

    def action_give_up(self) -> None:
        """Ask the work to stop; the second time, do not wait for it."""
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
