"""A match in memory, with its subscribers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from quincunx.host.fold_threads import fold, unhurried
from quincunx.host.news import MatchNews, News, Subscriber
from quincunx.play.errors import no_match
from quincunx.play.events import AnyEvent, makes_position, read_event
from quincunx.play.match import Match, Status
from quincunx.play.scene import Scene, match_scene

Shows = tuple[int, Status]  # what a scene depends on: the position, and whether the match is over


OnFollowed = Callable[["LiveMatch"], Callable[[], None]]  # called for the first subscriber; returns how to undo it


class Continuation(NamedTuple):
    """A match after more events, and the scenes of the positions in between."""

    match: Match
    passed: list[Scene]


class LiveMatch:
    """A cache of a match's log. Hold the lock to change it.

    The match in it is replaced, never changed. Only the event loop's thread may query its state, because queries may
    play actions and take them back; other threads get a copy.
    """

    def __init__(self, id: str, on_followed: OnFollowed | None = None) -> None:
        self.id = id
        self._on_followed = on_followed
        self._unfollow: Callable[[], None] | None = None
        self.lock = asyncio.Lock()
        self.log: list[bytes] = []
        self.cached: Match | None = None
        self.subscribers: set[Subscriber] = set()
        self.viewers: set[Subscriber] = set()  # the subscribers that want scenes
        self.published = 0  # the version that subscribers have
        self.jobs: dict[str, int] = {}  # the known jobs of the match, and when they are due
        self.users = 0
        self._scene: tuple[Shows, Scene] | None = None  # the last scene created, and what it shows
        self._passed: list[Scene] = []  # scenes that have not been published, except the newest
        self._shown: Shows | None = None  # what the last published scene showed

    @property
    def match(self) -> Match:
        """The current match; raises Refused if there is none."""
        if self.cached is None:
            raise no_match()
        return self.cached

    def after(self, events: Iterable[AnyEvent]) -> Continuation:
        """The match after more events of its log, without changing this one."""
        match, passed = None if self.cached is None else self.cached.copy(), list[Scene]()
        for version, event in enumerate(events, len(self.log)):
            if match is None:
                match = Match.from_events([event])
                continue
            if makes_position(event) and self._is_news(version, match):
                passed.append(match_scene(match))
            match.apply(event)
        if match is None:
            raise no_match()
        return Continuation(match, passed)

    def _is_news(self, version: int, match: Match) -> bool:
        """Whether to show the viewers the match at that version: there are some, and they have not seen it."""
        return bool(self.viewers) and version > self.published and _shows(match) != self._shown

    def advance(self, rows: Sequence[bytes], after: Continuation) -> None:
        """Advance by these rows of the log."""
        self.cached = after.match
        self._passed += after.passed
        self.log += rows

    async def fold(self, rows: list[bytes]) -> None:
        """Advance by many rows of the log, without blocking the event loop."""
        match = None if self.cached is None else self.cached.copy()

        def work() -> Match:
            events = unhurried(map(read_event, rows))
            if match is None:
                return Match.from_events(events)
            for event in events:
                match.apply(event)
            return match

        self.advance(rows, Continuation(await fold(work), []))

    def forget(self) -> None:
        """Empty the cache, so that the log is read again when it is needed."""
        self.cached = None
        self.log = []
        self.jobs = {}
        self._scene = None
        self._passed = []

    @contextmanager
    def forgotten_on_error(self) -> Iterator[None]:
        """Empty the cache if the block fails, because the log on disk is then unknown."""
        try:
            yield
        except BaseException:
            self.forget()
            raise

    def scene(self) -> Scene:
        """The scene of the current position, created once for all viewers when it is first needed."""
        shows = _shows(self.match)
        if self._scene is None or self._scene[0] != shows:
            self._scene = shows, match_scene(self.match)
        return self._scene[1]

    def news_since(self, version: int, now: int, scenes: Sequence[Scene] = (), until: int | None = None) -> MatchNews:
        """The events after a version, optionally up to another one."""
        until = len(self.log) if until is None else until
        return MatchNews(
            self.id,
            now,
            first=version + 1,
            rows=self.log[version:until],
            match=self.match,
            scenes=scenes,
            more=until < len(self.log),
        )

    def publish(self, now: int) -> None:
        """Send every subscriber the events that have not been published yet."""
        if self.published < len(self.log):
            self._publish_to(self.subscribers - self.viewers, now, tuple)
            self._publish_to(self.viewers, now, self._new_scenes)
            self._shown = _shows(self.match)
        self._passed = []
        self.published = len(self.log)

    def _publish_to(self, subscribers: Collection[Subscriber], now: int, scenes: Callable[[], Sequence[Scene]]) -> None:
        if subscribers:
            _hand(self.news_since(self.published, now, scenes()), subscribers)

    def _new_scenes(self) -> Sequence[Scene]:
        """The scenes since the last news: one per position, or the last one again if only the status has changed."""
        newest = [self.scene()] if _shows(self.match) != self._shown else []
        return [*self._passed, *newest]

    def tell(self, news: News) -> None:
        """Send news to every subscriber."""
        _hand(news, self.subscribers)

    def join(self, subscriber: Subscriber) -> None:
        """Add a subscriber."""
        self.subscribers.add(subscriber)
        if self._unfollow is None and self._on_followed is not None:
            self._unfollow = self._on_followed(self)

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self.subscribers.discard(subscriber)
        self.viewers.discard(subscriber)
        if not self.subscribers and self._unfollow is not None:
            self._unfollow()
            self._unfollow = None

    def is_present(self, account: str) -> bool:
        """Whether an account follows the match on any device."""
        return any(subscriber.account == account for subscriber in self.subscribers)

    def is_attended(self) -> bool:
        """Whether the match is running and at least one of its players follows it."""
        match = self.cached
        if match is None or match.status != "running":
            return False
        return any(subscriber.account and match.sides_of(subscriber.account) for subscriber in self.subscribers)


def _shows(match: Match) -> Shows:
    return match.position, match.status


def _hand(news: News, subscribers: Collection[Subscriber]) -> None:
    for subscriber in list(subscribers):
        subscriber.on_news(news)
