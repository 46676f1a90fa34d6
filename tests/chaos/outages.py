"""When each server could not work, and when none could."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from chaos.history import Span

EVER = float("inf")


@dataclass
class Outage:
    """A time during which a process could not work. It began to come back some time before it had recovered."""

    name: str
    since: float
    begun: float = EVER
    until: float = EVER


@dataclass
class Outages:
    """The outages of all processes."""

    all: list[Outage] = field(default_factory=list)  # those that the faults explain
    stalls: list[Outage] = field(default_factory=list)  # those that only a busy machine explains

    @contextmanager
    def of(self, names: Sequence[str], now: Callable[[], float]) -> Iterator[list[Outage]]:
        """Note that these processes cannot work during the block."""
        noted = [Outage(name, now()) for name in names]
        self.all += noted
        yield noted
        for outage in noted:
            outage.until = now()
            outage.begun = min(outage.begun, outage.until)

    def note_stall(self, names: Sequence[str], since: float, until: float) -> None:
        """Note that these processes may not have been able to work, because this machine was too busy."""
        self.stalls += [Outage(name, since, since, until) for name in names]

    def down(self, names: Sequence[str]) -> list[Span]:
        """When none of these processes could work, until the first one began to come back."""
        return common([[Span(one.since, one.begun) for one in self.all if one.name == name] for name in names])

    def dark(self, names: Sequence[str]) -> list[Span]:
        """The same, until the first one had recovered, and when the machine was too busy for all of them."""
        return _when_all([*self.all, *self.stalls], names)

    def stalled(self, names: Sequence[str]) -> float:
        """The seconds in which none of these processes could work, although no fault explains it."""
        return _seconds(self.dark(names)) - _seconds(_when_all(self.all, names))


def _when_all(outages: Sequence[Outage], names: Sequence[str]) -> list[Span]:
    return common([[Span(one.since, one.until) for one in outages if one.name == name] for name in names])


def _seconds(spans: Sequence[Span]) -> float:
    return sum(span.until - span.since for span in spans)


def common(rows: Sequence[Sequence[Span]]) -> list[Span]:
    """The times covered by a span of every row."""
    found = [Span(-EVER, EVER)] if rows else []
    for row in rows:
        both = [Span(max(a.since, b.since), min(a.until, b.until)) for a in found for b in merged(row)]
        found = [span for span in both if span.since < span.until]
    return found


def merged(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, with overlapping ones merged."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.since <= found[-1].until:
            found[-1] = Span(found[-1].since, max(found[-1].until, span.until))
        else:
            found.append(span)
    return found
