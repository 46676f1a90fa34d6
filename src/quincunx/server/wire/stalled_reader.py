"""Whether a client takes what is sent to it, however slowly."""

from __future__ import annotations

TAKES = 4 * 1024  # bytes less that wait: the client reads


class StalledReader:
    """A client that has something to take, and since when it has taken nothing of it."""

    def __init__(self, waits: int, now: float) -> None:
        self._waits = waits
        self._since = now

    def seconds(self, waits: int, now: float) -> float:
        """For how long it has taken nothing, where so many bytes wait now."""
        if waits <= self._waits - TAKES:
            self._waits, self._since = waits, now
        return now - self._since
