"""What the host sends to the subscribers of a match. All of them get the same object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from quincunx.play.match import Match
from quincunx.play.scene import Scene


class News:
    """News of one match."""

    def __init__(self, match_id: str, time: int) -> None:
        self.match_id = match_id
        self.time = time  # the host's, in milliseconds
        self._text: str | None = None

    def text(self, write: Callable[[News], str]) -> str:
        """The news as text, written only once for all subscribers that need it."""
        if self._text is None:
            self._text = write(self)
        return self._text


class MatchNews(News):
    """Rows of the match's log, from version `first` on, and the match after the newest row.

    The match is never changed, only replaced by the next one; copy it before reading it in another thread. The scenes
    are for subscribers that show the board. With `more`, this is a page of the log and more pages follow.
    """

    def __init__(
        self,
        match_id: str,
        time: int,
        *,
        first: int,
        rows: Sequence[bytes],
        match: Match,
        scenes: Sequence[Scene] = (),
        more: bool = False,
    ) -> None:
        super().__init__(match_id, time)
        self.first = first
        self.rows = rows
        self.match = match
        self.scenes = scenes
        self.more = more


class PresenceNews(News):
    """Which of the two players are present, with what lag, and when the other may claim the match."""

    def __init__(
        self,
        match_id: str,
        time: int,
        *,
        present: tuple[bool, bool],
        lag: tuple[int | None, int | None],
        claim_at: tuple[int | None, int | None],
        watchers: int,
    ) -> None:
        super().__init__(match_id, time)
        self.present = present
        self.lag = lag
        self.claim_at = claim_at
        self.watchers = watchers


class Subscriber(Protocol):
    """A client that follows a match."""

    account: str
    lag: int | None

    def on_news(self, news: News) -> None:
        """Receive news, without blocking."""
