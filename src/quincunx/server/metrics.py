"""The server's metrics, for Prometheus.

Every server has its own registry, so two servers in one process share nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # they would add a second series for every counter


class Metrics:
    """All of a server's metrics."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()

    def counter(self, name: str, help: str, labels: Sequence[str] = ()) -> Counter:
        """Create a metric that only increases."""
        return Counter(name, help, labels, registry=self._registry)

    def gauge(self, name: str, help: str, value: Callable[[], float]) -> None:
        """Create a metric with a current value; `value` is called for every scrape."""
        Gauge(name, help, registry=self._registry).set_function(value)

    def histogram(self, name: str, help: str, labels: Sequence[str] = ()) -> Histogram:
        """Create a metric of durations in seconds."""
        return Histogram(name, help, labels, registry=self._registry, buckets=SECONDS)

    def text(self) -> bytes:
        """The metrics in Prometheus's text format."""
        return generate_latest(self._registry)
