"""How much may come: a measure that fills again by itself."""

from __future__ import annotations

import time


class TokenBucket:
    """So much a second; what was not used is kept, up to a measure."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._left = most
        self._since = time.monotonic()

    def take(self, amount: float) -> bool:
        """Use some, if there is as much."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now
        if amount > self._left:
            return False
        self._left -= amount
        return True
