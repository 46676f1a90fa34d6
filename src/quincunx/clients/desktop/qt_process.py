"""The process of the native window, with Qt's web view: `python -m quincunx.clients.desktop.qt_process URL PROFILE`."""

from __future__ import annotations

import ctypes
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from quincunx.clients.desktop.window_process import give_up, is_root, leave
from quincunx.clients.language import of_environment, t, use

INSTALL = (
    "apt install libegl1 libnss3 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxkbcommon-x11-0 libxkbfile1 libxtst6"
)
LIBRARIES = ("lib/libQt6WebEngineCore.so.6", "plugins/platforms/libqxcb.so")


def main(url: str, profile: str) -> None:
    """Show the page until the last window is closed."""
    if is_root():
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
    _require_qt()
    try:
        from quincunx.clients.desktop.qt_window import show
    except ImportError as error:
        give_up(t("desktop.reason.not_loaded", error=str(error), command=INSTALL))
    show(url, profile)
    leave()


def _require_qt() -> None:
    """Check that Qt's libraries can be loaded, because Qt ends the process if its display plugin cannot."""
    found = find_spec("PySide6.QtWebEngineCore") if find_spec("PySide6") else None
    if found is None or found.origin is None:
        give_up(t("desktop.reason.no_qt", command="pip install 'quincunx[desktop]'"))
    for library in LIBRARIES if sys.platform == "linux" else ():
        try:
            ctypes.CDLL(str(Path(found.origin).parent / "Qt" / library))
        except OSError as error:
            give_up(t("desktop.reason.no_library", library=str(error).partition(":")[0], command=INSTALL))


if __name__ == "__main__":
    use(of_environment())
    main(*sys.argv[1:])
