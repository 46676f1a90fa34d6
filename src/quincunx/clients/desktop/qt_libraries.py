"""Checks that Qt's libraries can be loaded, because Qt ends the process if its display plugin cannot."""

from __future__ import annotations

import ctypes
import sys
from importlib.util import find_spec
from pathlib import Path

from quincunx.words import Text, phrase

INSTALL = (
    "apt install libegl1 libnss3 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxkbcommon-x11-0 libxkbfile1 libxtst6"
)
LIBRARIES = ("lib/libQt6WebEngineCore.so.6", "plugins/platforms/libqxcb.so")


def trouble() -> Text:
    """What is missing; empty if nothing is."""
    found = find_spec("PySide6.QtWebEngineCore") if find_spec("PySide6") else None
    if found is None or found.origin is None:
        return phrase("desktop.reason.no_qt", command="pip install 'quincunx[desktop]'")
    for library in LIBRARIES if sys.platform == "linux" else ():
        try:
            ctypes.CDLL(str(Path(found.origin).parent / "Qt" / library))
        except OSError as error:
            missing = str(error).partition(":")[0]
            return phrase("desktop.reason.no_library", library=missing, command=INSTALL)
    return Text()
