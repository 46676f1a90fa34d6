"""Limits on unread bytes, per connection, per network and in total. Beyond them, the slowest client is disconnected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol

MOST_A_LINE = 1024 * 1024  # bytes; a single message may be larger
MOST_A_NETWORK = 8 * 1024 * 1024
MOST_OF_ALL = 256 * 1024 * 1024


class Reader(Protocol):
    """A connection with unread data."""

    network: str
    waiting: int  # bytes
    too_slow: bool  # it has been disconnected

    def let_go(self) -> None:
        """Drop the unread data, and tell the client to reconnect."""


class SendBuffers:
    """The unread bytes of all connections."""

    def __init__(self, on_slow: Callable[[str], None] = lambda network: None) -> None:
        self.total = 0
        self._on_slow = on_slow  # called with the network of a slow connection
        self._readers: defaultdict[str, set[Reader]] = defaultdict(set)  # connections with unread data, by network
        self._bytes: defaultdict[str, int] = defaultdict(int)  # by network

    def add(self, reader: Reader, size: int) -> None:
        """Add unread bytes. If that is too much, disconnects the connection with the most, not the newest."""
        network = reader.network
        reader.waiting += size
        self._readers[network].add(reader)
        self._bytes[network] += size
        self.total += size
        if reader.too_slow:
            return  # a goodbye must not push out other connections
        if self._bytes[network] > MOST_A_NETWORK:
            self._make_room(self._readers[network])
        elif self.total > MOST_OF_ALL:
            self._make_room(each for readers in self._readers.values() for each in readers)

    def remove(self, reader: Reader, size: int) -> None:
        """Remove bytes that were sent or dropped."""
        network = reader.network
        reader.waiting -= size
        self._bytes[network] -= size
        self.total -= size
        if not reader.waiting:
            self._readers[network].discard(reader)
        if not self._readers[network]:
            del self._bytes[network], self._readers[network]

    def note(self, reader: Reader) -> None:
        """Report that a connection was too slow."""
        self._on_slow(reader.network)

    def _make_room(self, readers: Iterable[Reader]) -> None:
        slow = max((each for each in readers if not each.too_slow), key=lambda each: each.waiting, default=None)
        if slow is not None:
            slow.let_go()


def size_of(text: str) -> int:
    """The size of a message in bytes."""
    return len(text) if text.isascii() else len(text.encode())
