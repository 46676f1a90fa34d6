"""Which processes of the site are alive, according to when they last checked in with Redis."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.host.redis_bus import PREFIX
from quincunx.store.processes import DEAD_AFTER

CHECK_INS = f"{PREFIX}check-ins"  # a hash, with a field for each process
EVERY = 2.0  # seconds between two check-ins of a process
SPARED = 5_000  # milliseconds that the others have to check in after an outage of Redis
KEPT = 86_400_000  # milliseconds for which the last check-in of a dead process is remembered


class LiveProcesses:
    """When each process last checked in, as far as known; negative for a process that has stopped."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._times: dict[str, int] = {}
        self._spared_until = 0
        self.are_spared = False
        self.alive: set[str] = set()

    def __contains__(self, process: str) -> bool:
        return process in self._times

    def note(self, process: str, at: int) -> None:
        """Note that a process has just checked in."""
        self._times[process] = at
        self.alive.add(process)

    def spare(self, now: int) -> None:
        """For a while, consider no process dead, because no check-ins could be read until now."""
        self._spared_until = now + SPARED
        self.are_spared = True

    def read(self, raw: Mapping[bytes, bytes], now: int) -> set[str]:
        """Read all check-ins; returns the processes that have died or come to life since the last call."""
        if self._process in self._times and self._process.encode() not in raw:  # Redis has lost its data
            self.spare(now)
        before, self._times = self.alive, {name.decode(): int(value) for name, value in raw.items()}
        self.are_spared = now < self._spared_until
        self.alive = {process for process, at in self._times.items() if now - at < DEAD_AFTER and at > 0}
        if self.are_spared:
            self.alive |= before - self.stopped
        return before ^ self.alive

    @property
    def stopped(self) -> set[str]:
        """The processes that have announced that they are stopping."""
        return {process for process, at in self._times.items() if at < 0}

    def last(self, process: str) -> int:
        """When a process last checked in; 0 if unknown."""
        return abs(self._times.get(process, 0))

    def forgettable(self, now: int) -> list[str]:
        """The processes that have been dead for so long that nothing asks about them any more."""
        return [process for process, at in self._times.items() if now - abs(at) > KEPT]
