"""The metrics of a host, which servers and workers share."""

from __future__ import annotations

from quincunx.host.host import Host
from quincunx.host.jobs.reviews import ReviewJobs
from quincunx.server.metrics import Metrics


def measure(metrics: Metrics, host: Host, reviews: ReviewJobs) -> None:
    """Measure the commits, the matches in memory, the bots and the reviews."""
    seconds = metrics.histogram("quincunx_commit_seconds", "Time from a decision until it is on disk.")
    added = metrics.counter("quincunx_events_total", "Events added to logs.")

    def note_commit(took: float, events: int) -> None:
        seconds.observe(took)
        added.inc(events)

    host.referee.on_commit = note_commit
    metrics.gauge("quincunx_bus_connected", "Whether hints from other processes arrive.", lambda: host.bus.is_connected)
    metrics.gauge("quincunx_matches_in_memory", "Matches in memory.", lambda: len(host.matches))
    metrics.gauge("quincunx_bots_thinking", "Bots thinking about a turn.", lambda: len(host.bot_workers))
    metrics.gauge("quincunx_reviews", "Matches being reviewed.", lambda: len(reviews))
