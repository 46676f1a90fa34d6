"""The host's time: the wall clock's when it started, plus what the monotonic clock has added since.

A wall clock that is set moves nothing here. Where the process did not run for a while, because it was stopped or the
machine slept, that is a gap, like the time between two servers: whoever asks for the time has it noted first.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

TICK = 0.5  # seconds between two looks at the clock, at most
SHORTEST = 2_000  # milliseconds: no gap, but a process that is busy
MOST = 16  # gaps that are remembered

NS = 1_000_000  # in a millisecond


class Gap(NamedTuple):
    """Nobody was there from one time to another."""

    since: int
    until: int


def _wall() -> int:
    return time.time_ns() // NS


def _passed() -> int:
    """Milliseconds since the machine was started, asleep or not: what Linux calls monotonic stops while it sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)) // NS


class HostClock:
    """A clock, and the gaps in the life of the process that it belongs to."""

    def __init__(self, wall: Callable[[], int] = _wall, passed: Callable[[], int] = _passed) -> None:
        self._passed = passed
        self._zero = wall() - passed()
        self._last = self._zero + passed()
        self.gaps: deque[Gap] = deque(maxlen=MOST)

    def now(self) -> int:
        """Milliseconds since 1970."""
        now = self._zero + self._passed()
        if now - self._last >= SHORTEST:
            self.gaps.append(Gap(self._last, now))
        self._last = now
        return now

    async def run(self) -> None:
        """Look at the clock until cancelled, whether or not anybody wants to know the time."""
        while True:
            self.now()
            await asyncio.sleep(TICK)
