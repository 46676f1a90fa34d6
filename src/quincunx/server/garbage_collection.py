"""Tunes Python's garbage collector for a process with many long-lived objects and few reference cycles.

A full collection stops everything, and takes longer the more objects there are. Objects created during startup are
permanent, so they are excluded from collections. Moves and closed connections leave nothing for the collector, so full
collections can be rare.
"""

from __future__ import annotations

import gc

from quincunx.server.metrics import Metrics

THRESHOLDS = (2_000, 10, 200)  # net new objects, young collections, middle collections


def settle() -> None:
    """Adjust the collector once the program has started."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def count(metrics: Metrics) -> None:
    """Count the full collections in a metric, so that frequent ones are noticed."""
    help = "Full garbage collections, each of which stops everything for a moment."
    metrics.gauge("quincunx_full_collections", help, lambda: gc.get_stats()[-1]["collections"])
