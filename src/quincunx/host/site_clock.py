"""The clock of a site: with PostgreSQL, all processes take the time from the database.

So they agree even if the clocks of their machines do not. With SQLite there is only one machine, whose clock is used.
"""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from quincunx.host.host_clock import HostClock
from quincunx.store.errors import Unavailable
from quincunx.store.store import Store

log = logging.getLogger("quincunx.host")

SAMPLES = 5  # per measurement: the fastest answer counts
EVERY = 30.0  # seconds between two measurements
LOG_FROM = 1_000  # milliseconds: a larger correction of a running clock is logged


class Measured(NamedTuple):
    """The difference between the database's clock and this process's monotonic clock, and its largest error."""

    zero: int
    error: int


async def set_clock(store: Store, clock: HostClock) -> None:
    """Set a new clock to the site's time."""
    if store.has_clock:
        clock.set((await _measure(store, clock)).zero)


async def keep_time(store: Store, clock: HostClock) -> None:
    """Keep a clock in step with the database's, until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            zero, error = await _measure(store, clock)
        except Unavailable:
            continue
        off = zero - clock.zero
        if abs(off) > error:
            clock.zero = zero
        if abs(off) > LOG_FROM + error:
            log.warning("clock corrected", extra={"ms": off})


async def _measure(store: Store, clock: HostClock) -> Measured:
    samples = list[Measured]()
    for _ in range(SAMPLES):
        before = clock.passed()
        time = await store.time()
        after = clock.passed()
        samples.append(Measured(time - (before + after) // 2, (after - before) // 2 + 1))
    return min(samples, key=lambda sample: sample.error)
