"""Hints between the processes of one site. The database holds the truth: a lost hint costs a moment, never an event.

    stop = bus.follow(topic, on_hint, on_missed)
    bus.publish(topic, hint)

`publish` notifies the other processes, never this one. It neither waits nor fails. If a follower may have missed hints,
`on_missed` is called, and it reads from the database what it missed. While `is_connected` is false, hints do not
arrive, and followers must poll the database themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

OnHint = Callable[[bytes], None]
OnMissed = Callable[[], None]


class Follower(NamedTuple):
    """A follower of a topic; its functions must not block."""

    on_hint: OnHint
    on_missed: OnMissed


class Followers:
    """The followers in this process, by topic."""

    def __init__(self) -> None:
        self._followers: defaultdict[str, set[Follower]] = defaultdict(set)

    def topics(self) -> set[str]:
        """The topics that are followed."""
        return set(self._followers)

    def add(self, topic: str, follower: Follower) -> None:
        """Add a follower."""
        self._followers[topic].add(follower)

    def remove(self, topic: str, follower: Follower) -> None:
        """Remove a follower; removing it twice changes nothing."""
        self._followers[topic].discard(follower)
        if not self._followers[topic]:
            del self._followers[topic]

    def hint(self, topic: str, hint: bytes) -> None:
        """Pass a hint to the followers of its topic."""
        for follower in list(self._followers.get(topic, ())):
            follower.on_hint(hint)

    def missed(self, topic: str) -> None:
        """Notify the followers of the topic that they may have missed hints."""
        for follower in list(self._followers.get(topic, ())):
            follower.on_missed()


class Bus(ABC):
    """Carries hints to the other processes of the site."""

    def __init__(self) -> None:
        self.followers = Followers()
        self.on_connected: list[Callable[[bool], None]] = []  # called when hints start or stop arriving

    @property
    @abstractmethod
    def is_shared(self) -> bool:
        """Whether other processes may exist at all."""

    @property
    @abstractmethod
    def is_connected(self) -> bool:
        """Whether hints are arriving at the moment."""

    @abstractmethod
    def publish(self, topic: str, hint: bytes) -> None:
        """Notify the other processes soon. Identical hints that are still waiting are sent once."""

    def follow(self, topic: str, on_hint: OnHint, on_missed: OnMissed) -> Callable[[], None]:
        """Follow a topic until the returned function is called.

        `on_missed` is also called once the topic is actually followed, because earlier hints may have been missed.
        """
        follower = Follower(on_hint, on_missed)
        self.followers.add(topic, follower)
        return lambda: self.followers.remove(topic, follower)

    @abstractmethod
    async def start(self) -> None:
        """Connect, and stay connected. Returns immediately, even if the server does not answer."""

    @abstractmethod
    async def stop(self) -> None:
        """Send the waiting hints, if possible, and disconnect."""


class MemoryBus(Bus):
    """A bus in memory: for a process that runs alone, or for several hosts in one process."""

    def __init__(self, peers: list[MemoryBus] | None = None) -> None:
        super().__init__()
        self._peers = [] if peers is None else peers
        self._peers.append(self)

    def beside(self) -> MemoryBus:
        """Another bus that shares this one's memory."""
        return MemoryBus(self._peers)

    @property
    def is_shared(self) -> bool:
        return len(self._peers) > 1

    @property
    def is_connected(self) -> bool:
        return True

    def publish(self, topic: str, hint: bytes) -> None:
        for peer in self._peers:
            if peer is not self:
                peer.followers.hint(topic, hint)

    async def start(self) -> None:
        return None

    async def stop(self) -> None:
        self._peers.remove(self)
