"""No clock counts the time during which no server could work, and every clock counts all other time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chaos.checks.evidence import Evidence, Violation
from chaos.history import Span
from quincunx.play import events
from quincunx.play.events import AnyEvent

SLACK = 5.0  # seconds: processes record only once a second that they are alive, and this machine is busy
SHORT = 7.0  # seconds: an outage of the database shorter than that may cost the player to move its time


def check_clocks(evidence: Evidence) -> Iterator[Violation]:
    """Compare the time given back to the clocks with the outages."""
    for match in evidence.matches:
        given, began, since = 0.0, 0.0, 0  # in this turn: seconds given back; its start by our clock and by the match
        for version, event, after in evidence.replay(match):
            at = (event.at - evidence.history.wall) / 1000
            if isinstance(event, events.Resumed):
                yield from _given(evidence, match, version, event.lost / 1000, Span(began, at))
                given += event.lost / 1000
            elif _ran_out(event):
                yield from _taken(evidence, match, version, Span(began, at), given)
            if after.times.since != since and not isinstance(event, events.Resumed):
                given, began = 0.0, at
            since = after.times.since


def _ran_out(event: AnyEvent) -> bool:
    if isinstance(event, events.Acted):
        return event.action == "timeout"
    return isinstance(event, events.Ended) and event.reason == "time"


def _given(evidence: Evidence, match: str, version: int, lost: float, turn: Span) -> Iterator[Violation]:
    """No more time is given back than the servers were out of work, possibly a while later."""
    dark = measure(evidence.history.dark, turn)
    if lost > dark + SLACK:
        note = f"{lost:.1f} s were given back, but the servers were down for only {dark:.1f} s"
        yield evidence.violation("a clock was given too much time back", match, [], [version], note)


def _taken(evidence: Evidence, match: str, version: int, turn: Span, given: float) -> Iterator[Violation]:
    """The time during which no server could work is given back to a player who runs out of time."""
    long = [span for span in evidence.history.down if span.until - span.since >= SHORT]
    down = measure(long, turn)
    if given < down - SLACK:
        note = f"no server could work for {down:.1f} s of the turn, and {given:.1f} s were given back"
        yield evidence.violation("a clock ran while no server could work", match, [], [version], note)


def measure(spans: Sequence[Span], within: Span) -> float:
    """How many seconds of a time span these spans cover."""
    return sum(max(0.0, min(span.until, within.until) - max(span.since, within.since)) for span in spans)
