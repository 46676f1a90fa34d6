"""What a server tells without being asked: that the pool has found somebody, and who wants to play."""

from __future__ import annotations

import threading

from quincunx.protocol import messages


class Mailbox:
    """Pairings and challenges until somebody takes them, from whatever thread."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._paired: list[str] = []
        self._challenged: list[messages.Challenged] = []
        self._known: set[str] = set()  # matches that the pool has not just made
        self.seek: messages.Seek | None = None  # what the pool looks for

    def put(self, message: messages.Paired | messages.Challenged) -> None:
        """Keep what the server tells."""
        with self._news:
            if isinstance(message, messages.Paired):
                self._paired.append(message.match)
            else:
                self._challenged.append(message)
            self._news.notify_all()

    def know(self, match: str) -> None:
        """A match that one has sat down at is no news."""
        with self._news:
            self._known.add(match)

    def greeted(self, welcome: messages.Welcome) -> None:
        """The line has come up: somebody may have challenged, and the pool found somebody, while there was none."""
        with self._news:
            waiting = {challenge.match for challenge in self._challenged}
            for listed in welcome.matches:
                if listed.by and listed.match not in waiting:
                    self._challenged.append(messages.Challenged(match=listed.match, by=listed.by))
                if self._is_sought(listed):
                    self._paired.append(listed.match)
            self._news.notify_all()

    def _is_sought(self, listed: messages.Listed) -> bool:
        fresh = listed.kind == "pool" and listed.match not in self._known
        return fresh and self.seek is not None and listed.game == self.seek.game

    # -- the pool --

    def begin(self, seek: messages.Seek, welcome: messages.Welcome | None) -> None:
        """Look out for a pairing; the matches that there are already are none."""
        with self._news:
            self._known |= {listed.match for listed in welcome.matches} if welcome else set()
            self._paired.clear()
            self.seek = seek

    def pairing(self, seconds: float | None) -> str:
        """The match that the pool has made; empty after so long, or when nobody seeks any more."""
        with self._news:
            self._news.wait_for(lambda: self._paired or self.seek is None, seconds)
            return self._paired.pop(0) if self._paired else ""

    def end(self) -> None:
        """Nobody seeks any more."""
        with self._news:
            self.seek = None
            self._news.notify_all()

    # -- challenges --

    def challenge(self, seconds: float | None) -> messages.Challenged | None:
        """The next challenge; None if there is none within the time."""
        with self._news:
            found = self._news.wait_for(lambda: self._challenged, seconds)
            return self._challenged.pop(0) if found else None

    def take_challenge(self, match: str) -> bool:
        """Whether that match waits as a challenge; from now on it does not."""
        with self._news:
            others = [challenge for challenge in self._challenged if challenge.match != match]
            taken = len(others) < len(self._challenged)
            self._challenged = others
            return taken
