"""Detects clients that do not read what is sent to them."""

from __future__ import annotations

TAKES = 4 * 1024  # if the buffer shrinks by that many bytes, the client is reading


class StalledReader:
    """A client with unread data, and the time since when it has read nothing."""

    def __init__(self, waits: int, now: float) -> None:
        self._waits = waits
        self._since = now

    def seconds(self, waits: int, now: float) -> float:
        """For how many seconds it has read nothing, given the number of bytes that wait now."""
        if waits <= self._waits - TAKES:
            self._waits, self._since = waits, now
        return now - self._since
