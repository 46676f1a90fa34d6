"""Tracks whether pages of a long log are missing, and whether a thread is already requesting them."""

from __future__ import annotations

import threading


class Pages:
    """State shared by the receiving thread and the thread that requests more pages."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._missing = False
        self._asking = False

    def heard(self, missing: bool) -> bool:
        """Note whether more is missing after a message; return whether a thread must start to request it."""
        with self._lock:
            self._missing = missing
            begins = missing and not self._asking
            self._asking = self._asking or begins
            return begins

    def go_on(self) -> bool:
        """Whether the requesting thread must ask for another page."""
        with self._lock:
            self._asking = self._missing
            return self._asking

    def give_up(self) -> None:
        """Note that no thread is requesting pages any more."""
        with self._lock:
            self._asking = False
