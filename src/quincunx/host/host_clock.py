"""The host's time: the wall clock at the start, plus the time that has passed on the monotonic clock.

Setting the wall clock has no effect here. A site of several machines has a clock of its own (`site_clock`), and each
host's clock is kept in step with it. The clock never goes back; it waits instead. If the process did not run for a
while, because it was stopped or the machine slept, that is a gap, like the time between two runs of the server. Every
call of `now` notes such gaps.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

TICK = 0.5  # longest time between two readings of the clock, in seconds
SHORTEST = 2_000  # shortest gap, in milliseconds: a shorter one only means that the process was busy
MOST = 16  # gaps that are remembered

NS = 1_000_000  # in a millisecond


class Gap(NamedTuple):
    """A time during which the process did not run."""

    since: int
    until: int


def _wall() -> int:
    return time.time_ns() // NS


def _passed() -> int:
    """Milliseconds since the machine started, including sleep, during which Linux's CLOCK_MONOTONIC stops."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)) // NS


class HostClock:
    """A clock, and the gaps during which its process did not run."""

    def __init__(self, wall: Callable[[], int] = _wall, passed: Callable[[], int] = _passed) -> None:
        self.passed = passed
        self.zero = wall() - passed()
        self._last = self.zero + passed()
        self.gaps: deque[Gap] = deque(maxlen=MOST)

    def set(self, zero: int) -> None:
        """Set a clock that has not been read yet; to correct it later, change its `zero`."""
        self.zero = zero
        self._last = zero + self.passed()

    def now(self) -> int:
        """Milliseconds since 1970."""
        now = self.zero + self.passed()
        if now - self._last >= SHORTEST:
            self.gaps.append(Gap(self._last, now))
        self._last = max(now, self._last)
        return self._last

    async def run(self) -> None:
        """Read the clock regularly until cancelled, so that gaps are found even if nobody asks for the time."""
        while True:
            self.now()
            await asyncio.sleep(TICK)
