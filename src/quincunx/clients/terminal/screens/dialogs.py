"""Small dialogs over the board: a list to choose from, a line to type, and a yes-or-no question."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from quincunx.clients.language import say, t
from quincunx.words import Text


class Choice(ModalScreen[str | None]):
    """A list of names to choose from, with the arrows and Enter, by number, or by a click. None if cancelled.

    `labels` are shown instead of the names, if given.
    """

    DEFAULT_CSS = """
    Choice { align: center middle; background: $background 40%; }
    Choice > Vertical { width: auto; min-width: 24; max-width: 70; height: auto; background: $panel; padding: 1 2; }
    Choice OptionList { width: auto; min-width: 20; height: auto; max-height: 14; }
    Choice OptionList { background: $panel; padding: 0; }
    Choice Static { width: auto; max-width: 66; margin-bottom: 1; }
    Choice #foot { margin: 1 0 0 0; color: $foreground 60%; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, names: Sequence[str], labels: Sequence[Text] = ()) -> None:
        super().__init__()
        self.question = question
        self.names = list(names)
        self.labels = list(labels or names)

    def compose(self) -> ComposeResult:
        """The question and the list."""
        with Vertical():
            yield Static(self.question, markup=False)
            lines = (f"{number}  {say(label)}" for number, label in enumerate(self.labels, 1))
            yield OptionList(*lines, markup=False, compact=True)
            yield Static(t("screens.keys.choice"), id="foot")

    def on_key(self, event: events.Key) -> None:
        """Choose by number."""
        if event.key.isdigit() and 1 <= int(event.key) <= len(self.names):
            event.stop()
            self.dismiss(self.names[int(event.key) - 1])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose with Enter or a click."""
        self.dismiss(self.names[event.option_index])


class Ask(ModalScreen[str | None]):
    """A line to type; None if cancelled."""

    DEFAULT_CSS = """
    Ask { align: center middle; background: $background 40%; }
    Ask > Vertical { width: 66; max-width: 100%; height: auto; background: $panel; padding: 1 2; }
    Ask Static { width: 1fr; }
    Ask Input { margin: 1 0; padding: 0 1; background: $background; }
    Ask #foot { color: $foreground 60%; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, line: str = "", *, secret: bool = False) -> None:
        super().__init__()
        self.question = question
        self.line = line
        self.secret = secret

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical():
            yield Static(self.question, markup=False)
            yield Input(self.line, password=self.secret, compact=True)
            yield Static(t("screens.keys.ask"), id="foot")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line; an empty one counts as no answer."""
        typed = event.value if self.secret else event.value.strip()
        if typed:
            self.dismiss(typed)


class Question(ModalScreen[bool]):
    """A question to answer with yes or no."""

    DEFAULT_CSS = """
    Question { align: center middle; background: $background 40%; }
    Question > Static { width: auto; max-width: 70; height: auto; background: $panel; padding: 1 2; }
    """
    BINDINGS = [
        Binding("y,Y,j,J,enter,q,Q", "dismiss(True)", show=False),
        Binding("n,N,escape", "dismiss(False)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question."""
        yield Static(f"{self.question}\n\n{t('screens.keys.question')}")
