"""Messages that a server sends on its own: pairings from the pool, and challenges."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from quincunx.protocol import messages


class Mailbox:
    """Keeps pairings and challenges until they are taken. Thread-safe."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._paired: list[str] = []
        self._challenged: list[messages.Challenged] = []
        self._known: set[str] = set()  # matches that are not new pairings
        self.seek: messages.Seek | None = None  # the current seek

    def put(self, message: messages.Paired | messages.Challenged) -> None:
        """Store a message from the server."""
        with self._news:
            if isinstance(message, messages.Paired):
                self._paired.append(message.match)
                self._known.add(message.match)
            else:
                self._challenged.append(message)
            self._news.notify_all()

    def know(self, match: str) -> None:
        """Note a match that has been opened, so that it is not reported as a new pairing."""
        with self._news:
            self._known.add(match)

    def listed(self, matches: Sequence[messages.Listed]) -> None:
        """Add challenges and pairings whose messages have not arrived, perhaps because the connection was down."""
        with self._news:
            waiting = {challenge.match for challenge in self._challenged}
            for listed in matches:
                if listed.by and listed.match not in waiting:
                    self._challenged.append(messages.Challenged(match=listed.match, by=listed.by))
                if self._is_sought(listed):
                    self._paired.append(listed.match)
                    self._known.add(listed.match)
            self._news.notify_all()

    def _is_sought(self, listed: messages.Listed) -> bool:
        fresh = listed.kind == "pool" and listed.match not in self._known
        return fresh and self.seek is not None and listed.game == self.seek.game

    # -- the pool --

    def begin(self, seek: messages.Seek, welcome: messages.Welcome | None) -> None:
        """Start to seek; matches that already exist do not count as pairings."""
        with self._news:
            self._known |= {listed.match for listed in welcome.matches} if welcome else set()
            self._paired.clear()
            self.seek = seek

    def pairing(self, seconds: float | None) -> str:
        """Wait for the match that the pool makes; empty after the time limit, or when seeking ends."""
        with self._news:
            self._news.wait_for(lambda: self._paired or self.seek is None, seconds)
            return self._paired.pop(0) if self._paired else ""

    def end(self) -> None:
        """Stop seeking."""
        with self._news:
            self.seek = None
            self._news.notify_all()

    # -- challenges --

    def challenge(self, seconds: float | None) -> messages.Challenged | None:
        """Wait for the next challenge; None after the time limit."""
        with self._news:
            found = self._news.wait_for(lambda: self._challenged, seconds)
            return self._challenged.pop(0) if found else None

    def take_challenge(self, match: str) -> bool:
        """Remove the challenge for a match; return whether there was one."""
        with self._news:
            others = [challenge for challenge in self._challenged if challenge.match != match]
            taken = len(others) < len(self._challenged)
            self._challenged = others
            return taken
