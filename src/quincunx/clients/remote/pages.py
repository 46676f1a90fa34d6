"""The pages of a long log: whether one is missing, and whether somebody asks for it already."""

from __future__ import annotations

import threading


class Pages:
    """What the thread that hears, and the one that asks for more, know of each other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._missing = False
        self._asking = False

    def heard(self, missing: bool) -> bool:
        """Something was told, and more is missing or not: whether somebody has to begin to ask for it."""
        with self._lock:
            self._missing = missing
            begins = missing and not self._asking
            self._asking = self._asking or begins
            return begins

    def go_on(self) -> bool:
        """Whether the one who asks has to ask for another page."""
        with self._lock:
            self._asking = self._missing
            return self._asking

    def give_up(self) -> None:
        """Nobody asks any more."""
        with self._lock:
            self._asking = False
