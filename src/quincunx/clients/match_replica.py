"""A match by what is told of it, for the thread that hears and for those that draw."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from quincunx.play.events import AnyEvent
from quincunx.play.match import Match


class MatchReplica:
    """The match as told so far. It is replaced, never changed, so that what a screen draws from stays as it is."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._match: Match | None = None
        self._changes = 0
        self._told = 0  # of the changes

    @property
    def match(self) -> Match:
        """The match; it is asked for only once something has been told."""
        assert self._match is not None
        return self._match

    @property
    def version(self) -> int:
        """The last event's; 0 where nothing has been told."""
        return 0 if self._match is None else self._match.version

    def take(self, first: int, events: Sequence[AnyEvent]) -> bool:
        """Go on by the events that are new, of those from version `first` on; False where some before are missing."""
        with self._news:
            if first > self.version + 1:
                return False
            fresh = events[self.version + 1 - first :]
            if fresh:
                self._match = _after(self._match, fresh)
                self._notify()
            return True

    def show(self, match: Match) -> None:
        """Go on with a match that was folded elsewhere, and that nobody changes."""
        with self._news:
            self._match = match
            self._notify()

    def reach(self, version: int, seconds: float) -> bool:
        """Until an event of that version has been told, or so long; whether it has."""
        with self._news:
            return self._news.wait_for(lambda: self.version >= version, seconds)

    def changed(self) -> None:
        """Something besides the match is worth a look."""
        with self._news:
            self._notify()

    def wait(self, seconds: float | None = None) -> bool:
        """Until something has changed since the last time that this said so; whether it has."""
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
