"""The process of the native window, with Qt's web view: `python -m quincunx.clients.desktop.qt_process URL PROFILE`."""

from __future__ import annotations

import os
import sys

from quincunx.clients.desktop.qt_libraries import INSTALL, trouble
from quincunx.clients.desktop.window_process import give_up, is_root, leave
from quincunx.clients.language import of_environment, say, t, use


def main(url: str, profile: str) -> None:
    """Show the page until the last window is closed."""
    if is_root():
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
    if missing := trouble():
        give_up(say(missing))
    try:
        from quincunx.clients.desktop.qt_window import show
    except ImportError as error:
        give_up(t("desktop.reason.not_loaded", error=str(error), command=INSTALL))
    show(url, profile)
    leave()


if __name__ == "__main__":
    use(of_environment())
    main(*sys.argv[1:])
