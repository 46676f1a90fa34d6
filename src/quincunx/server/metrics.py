"""Metrics in Prometheus' text format: counters, gauges and histograms, each with labels."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

Labels = tuple[str, ...]
M = TypeVar("M", bound="Metric")


class Metric:
    """A named number for every combination of its labels."""

    kind = ""

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        self.name = name
        self.help = help
        self.labels = tuple(labels)
        self.lock = threading.Lock()

    def samples(self) -> Iterator[tuple[str, float]]:
        """Each line's name with labels, and its number."""
        raise NotImplementedError

    def text(self) -> str:
        """The metric's lines."""
        lines = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} {self.kind}"]
        with self.lock:
            lines += [f"{name} {value:.17g}" for name, value in self.samples()]
        return "\n".join(lines) + "\n"


class Counter(Metric):
    """A number that only grows."""

    kind = "counter"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help, labels)
        self._values: dict[Labels, float] = {} if labels else {(): 0.0}

    def add(self, *labels: str, amount: float = 1) -> None:
        """Count some more."""
        with self.lock:
            self._values[labels] = self._values.get(labels, 0.0) + amount

    def samples(self) -> Iterator[tuple[str, float]]:
        for labels, value in self._values.items():
            yield self.name + _braced(self.labels, labels), value


class Gauge(Metric):
    """A number as it is now, asked for when it is wanted."""

    kind = "gauge"

    def __init__(self, name: str, help: str, value: Callable[[], float]) -> None:
        super().__init__(name, help)
        self._value = value

    def samples(self) -> Iterator[tuple[str, float]]:
        yield self.name, self._value()


class Histogram(Metric):
    """How often a number fell under each of some bounds."""

    kind = "histogram"

    def __init__(self, name: str, help: str, labels: Sequence[str] = (), bounds: Sequence[float] = SECONDS) -> None:
        super().__init__(name, help, labels)
        self._bounds = tuple(bounds)
        self._counts: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}

    def observe(self, value: float, *labels: str) -> None:
        """Count a number."""
        with self.lock:
            counts = self._counts.setdefault(labels, [0] * (len(self._bounds) + 1))
            counts[bisect_left(self._bounds, value)] += 1
            self._sums[labels] = self._sums.get(labels, 0.0) + value

    def samples(self) -> Iterator[tuple[str, float]]:
        for labels, counts in self._counts.items():
            total = 0
            for bound, count in zip((*map(str, self._bounds), "+Inf"), counts, strict=True):
                total += count
                yield f"{self.name}_bucket" + _braced((*self.labels, "le"), (*labels, bound)), total
            yield f"{self.name}_sum" + _braced(self.labels, labels), self._sums[labels]
            yield f"{self.name}_count" + _braced(self.labels, labels), total


class Metrics:
    """All of a server's metrics."""

    def __init__(self) -> None:
        self._all: list[Metric] = []

    def counter(self, name: str, help: str, labels: Sequence[str] = ()) -> Counter:
        """A new counter."""
        return self._add(Counter(name, help, labels))

    def gauge(self, name: str, help: str, value: Callable[[], float]) -> Gauge:
        """A new gauge."""
        return self._add(Gauge(name, help, value))

    def histogram(self, name: str, help: str, labels: Sequence[str] = ()) -> Histogram:
        """A new histogram of seconds."""
        return self._add(Histogram(name, help, labels))

    def text(self) -> str:
        """What a scraper reads."""
        return "".join(metric.text() for metric in self._all)

    def _add(self, metric: M) -> M:
        self._all.append(metric)
        return metric


def _braced(names: Labels, values: Labels) -> str:
    if not names:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True)) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
