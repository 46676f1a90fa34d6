"""A token bucket, for limiting rates."""

from __future__ import annotations

import time


class TokenBucket:
    """Allows an amount per second; unused amounts accumulate up to a maximum."""

    __slots__ = ("_left", "_most", "_rate", "_since")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._left = most
        self._since = time.monotonic()

    def take(self, amount: float) -> bool:
        """Use an amount; returns False if there is not enough."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now
        if amount > self._left:
            return False
        self._left -= amount
        return True
