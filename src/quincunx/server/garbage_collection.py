"""Python's garbage collector, for a process that holds much for long and makes little garbage in circles.

A full collection stops everything for the longer the more is in memory. What was made up to the start stays for good,
so no collection looks at it again. Of the rest, what a move makes is let go without the collector; it is there for
lines that are closed, and comes when there are many of those.
"""

from __future__ import annotations

import gc

from quincunx.server.metrics import Metrics

THRESHOLDS = (2_000, 10, 10)  # objects more than before, young collections, middle ones


def settle() -> None:
    """The program has started: from now on, collect as it suits play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def count(metrics: Metrics) -> None:
    """Have the full collections counted, so that it shows when they become many."""
    help = "Full garbage collections, each of which stops everything for a moment."
    metrics.gauge("quincunx_full_collections", help, lambda: gc.get_stats()[-1]["collections"])
