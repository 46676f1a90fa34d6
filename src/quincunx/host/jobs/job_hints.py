"""Notifies the other processes of jobs that are due soon and that this process does not take on right away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from quincunx.host.bus import Bus
from quincunx.host.jobs.runner import LONGEST_SLEEP, JobRunner

TOPIC = "jobs"
POLL_OFTEN = 1_000  # milliseconds between two polls while the bus is not connected


class JobHints:
    """Wakes the job runners, here and in the other processes."""

    def __init__(self, bus: Bus, runners: Sequence[JobRunner], now: Callable[[], int]) -> None:
        self._bus = bus
        self._runners = runners
        self._now = now

    def start(self) -> None:
        """Start to receive hints about other processes' jobs."""
        self._bus.follow(TOPIC, self._on_hint, self.check)
        self._bus.on_connected.append(lambda connected: self.check())

    def longest_sleep(self) -> int:
        """The longest time between two polls for jobs, in milliseconds."""
        return POLL_OFTEN if self._bus.is_shared and not self._bus.is_connected else LONGEST_SLEEP

    def expect(self, kind: str, due: int) -> None:
        """Notify the runners that a job will be due at that time."""
        taken = False
        for runner in self._runners:
            taken |= runner.expect(kind, due)
        if not taken and self._bus.is_shared and due - self._now() < LONGEST_SLEEP:
            self._bus.publish(TOPIC, f"{kind} {due}".encode())

    def released(self) -> None:
        """Notify the other processes that this one has released its jobs."""
        for kind in sorted({kind for runner in self._runners for kind in runner.kinds}):
            self._bus.publish(TOPIC, f"{kind} {self._now()}".encode())

    def check(self) -> None:
        """Have all runners check for jobs."""
        for runner in self._runners:
            runner.check()

    def _on_hint(self, hint: bytes) -> None:
        kind, _, due = hint.decode().partition(" ")
        with suppress(ValueError):
            for runner in self._runners:
                runner.expect(kind, int(due))
