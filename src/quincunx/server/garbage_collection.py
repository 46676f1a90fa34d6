"""Tunes Python's garbage collector for a process with many long-lived objects and few reference cycles.

A full collection stops everything, and takes longer the more objects there are. Objects created during startup stay for
good, so they are excluded from collections. Objects created by moves are freed without the collector. It is needed for
closed connections, and runs when there are many of them.
"""

from __future__ import annotations

import gc

from quincunx.server.metrics import Metrics

THRESHOLDS = (2_000, 10, 10)  # net new objects, young collections, middle collections


def settle() -> None:
    """Adjust the collector once the program has started."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def count(metrics: Metrics) -> None:
    """Count the full collections in a metric, so that frequent ones are noticed."""
    help = "Full garbage collections, each of which stops everything for a moment."
    metrics.gauge("quincunx_full_collections", help, lambda: gc.get_stats()[-1]["collections"])
