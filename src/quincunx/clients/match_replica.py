"""A copy of a match, built from its events and shared between the receiving thread and the threads that draw."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from quincunx.play.events import AnyEvent
from quincunx.play.match import Match


class MatchReplica:
    """The match as received so far. It is replaced, never modified, so a screen can safely draw from it."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._match: Match | None = None
        self._changes = 0
        self._told = 0  # changes that `wait` has reported

    @property
    def match(self) -> Match:
        """The match; available once an event has been received."""
        assert self._match is not None
        return self._match

    @property
    def version(self) -> int:
        """The version of the last event; 0 before the first."""
        return 0 if self._match is None else self._match.version

    def take(self, first: int, events: Sequence[AnyEvent]) -> bool:
        """Apply the new ones among events that start at version `first`; False if earlier events are missing."""
        with self._news:
            if first > self.version + 1:
                return False
            fresh = events[self.version + 1 - first :]
            if fresh:
                self._match = _after(self._match, fresh)
                self._notify()
            return True

    def show(self, match: Match) -> None:
        """Continue with a match that was built elsewhere and that nothing modifies."""
        with self._news:
            self._match = match
            self._notify()

    def reach(self, version: int, seconds: float) -> bool:
        """Wait until an event of that version has been received, or time out; return whether it has."""
        with self._news:
            return self._news.wait_for(lambda: self.version >= version, seconds)

    def changed(self) -> None:
        """Report a change outside the match itself."""
        with self._news:
            self._notify()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until something has changed since the last call that reported a change; return whether it has."""
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._news:
            while self._told == self._changes:
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    return False
                self._news.wait(left)
            self._told = self._changes
            return True

    def _notify(self) -> None:
        self._changes += 1
        self._news.notify_all()


def _after(match: Match | None, events: Sequence[AnyEvent]) -> Match:
    if match is None:
        return Match.from_events(events)
    following = match.copy()
    for event in events:
        following.apply(event)
    return following
