"""What waits to be read: so many bytes a line, a network, and in all. Beyond that, whoever reads least is let go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol

MOST_A_LINE = 1024 * 1024  # bytes; a single message may be larger
MOST_A_NETWORK = 8 * 1024 * 1024
MOST_OF_ALL = 256 * 1024 * 1024


class Reader(Protocol):
    """A line with something to read."""

    network: str
    waiting: int  # bytes
    too_slow: bool  # it has been let go

    def let_go(self) -> None:
        """Drop what waits, and tell it to come back."""


class SendBuffers:
    """The bytes that wait on all lines."""

    def __init__(self, on_slow: Callable[[str], None] = lambda network: None) -> None:
        self.total = 0
        self._on_slow = on_slow  # told the network of a line that is let go
        self._readers: defaultdict[str, set[Reader]] = defaultdict(set)  # by network, those for whom something waits
        self._bytes: defaultdict[str, int] = defaultdict(int)  # by network

    def add(self, reader: Reader, size: int) -> None:
        """More waits for somebody. Where that is too much, whoever lets most wait is let go: not who just comes."""
        network = reader.network
        reader.waiting += size
        self._readers[network].add(reader)
        self._bytes[network] += size
        self.total += size
        if reader.too_slow:
            return  # a goodbye pushes nobody else out
        if self._bytes[network] > MOST_A_NETWORK:
            self._make_room(self._readers[network])
        elif self.total > MOST_OF_ALL:
            self._make_room(each for readers in self._readers.values() for each in readers)

    def remove(self, reader: Reader, size: int) -> None:
        """Less waits: it was sent, or dropped."""
        network = reader.network
        reader.waiting -= size
        self._bytes[network] -= size
        self.total -= size
        if not reader.waiting:
            self._readers[network].discard(reader)
        if not self._readers[network]:
            del self._bytes[network], self._readers[network]

    def note(self, reader: Reader) -> None:
        """A line is let go."""
        self._on_slow(reader.network)

    def _make_room(self, readers: Iterable[Reader]) -> None:
        slow = max((each for each in readers if not each.too_slow), key=lambda each: each.waiting, default=None)
        if slow is not None:
            slow.let_go()


def size_of(text: str) -> int:
    """The bytes of a message."""
    return len(text) if text.isascii() else len(text.encode())
