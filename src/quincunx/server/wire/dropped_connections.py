"""Connections that were dropped or refused: each is counted, and each kind is logged at most once a minute."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict

from quincunx.server.metrics import Metrics

log = logging.getLogger("quincunx.wire")

TELL_EVERY = 60.0  # seconds, so that clients that reconnect at once do not fill the log
MOST_TOLD = 10_000  # reasons and networks that are remembered


class DroppedConnections:
    """Counts and logs dropped connections, by reason and network."""

    def __init__(self, metrics: Metrics) -> None:
        self._count = metrics.counter(
            "quincunx_connections_cut_total", "Connections that were cut off or refused.", ("reason",)
        )
        self._told: OrderedDict[tuple[str, str], float] = OrderedDict()

    def count(self, reason: str) -> None:
        """Count a connection that was dropped without fault; it is not logged."""
        self._count.labels(reason).inc()

    def note(self, reason: str, network: str, **more: object) -> None:
        """Count a dropped connection, and log it unless the same kind was logged within the last minute."""
        self._count.labels(reason).inc()
        key, now = (reason, network), time.monotonic()
        if now - self._told.get(key, float("-inf")) < TELL_EVERY:
            return
        self._told[key] = now
        self._told.move_to_end(key)
        if len(self._told) > MOST_TOLD:
            self._told.popitem(last=False)
        log.warning("cut off", extra={"reason": reason, "network": network, **more})
