"""The ways to show the page in a window, best first."""

from __future__ import annotations

import os
import threading
import webbrowser
from pathlib import Path

from quincunx.clients.desktop.child_process import ChildProcess
from quincunx.clients.desktop.display import trouble
from quincunx.clients.desktop.messages import say
from quincunx.clients.desktop.window_process import ANOTHER, CLOSED, SHOWN
from quincunx.clients.language import t
from quincunx.words import phrase

FRAMES = ("qt_process", "chromium")  # the modules of this package that show a window
SHAPE = "/?shape=board"  # in a window of its own the board fills the page, until the user chooses otherwise
PATIENCE = 30.0  # seconds, for a window that is just being opened


class WindowBackends:
    """The windows that show one address."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._url = url
        self._child: ChildProcess | None = None
        self._settled = threading.Event()
        self._were_shown = False
        self.are_over = False  # closed by the user, or about to be

    def show(self) -> bool:
        """Show a window and wait until the last one is closed or the display is lost; return whether one was shown."""
        for module in FRAMES:
            if self._frame(module) or self._has_lost_display():
                return True
        return False

    def settle(self) -> None:
        """Note that no window is being opened any more, so that `another` need not wait."""
        self._settled.set()

    def another(self) -> bool:
        """Open one more window if there are any; return whether it was requested."""
        self._settled.wait(PATIENCE)
        return self._child is not None and self._child.tell(ANOTHER)

    def close(self) -> None:
        """Close all windows."""
        self.are_over = True
        if self._child is not None:
            self._child.stop()

    def _has_lost_display(self) -> bool:
        """Whether a window was shown and the display is gone now, for example after a logout."""
        return self._were_shown and trouble(os.environ) != ""

    def _frame(self, module: str) -> bool:
        """Show a window in a separate process until it is closed; return whether one was shown."""
        profile, log = self._folder / f"{module}-profile", self._folder / f"{module}.log"
        self._child = child = ChildProcess(module, self._url + SHAPE, str(profile), log=log)
        heard = child.line()
        if heard == SHOWN:
            self._settled.set()
            self._were_shown = True
            heard = child.line()
        self.are_over = heard == CLOSED
        self._child = None
        child.stop()
        if self.are_over:
            return True
        say(t(f"desktop.none.{module}", reason=heard or phrase("desktop.reason.broken_off", log=str(log))))
        return False


def browse(url: str) -> bool:
    """Open the page in the user's browser; return whether there is one."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    in_text = type(browser) is webbrowser.GenericBrowser and "BROWSER" not in os.environ  # it would block the terminal
    return not in_text and browser.open(url)
