"""What was asked and not answered yet."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import msgspec

from quincunx.protocol import messages

Answer = Future[messages.Outgoing]


class Questions:
    """Questions by their ids, each in the words that it is asked with however often. For any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: dict[str, tuple[str, Answer]] = {}

    @contextmanager
    def asking(self, message: messages.Incoming) -> Iterator[tuple[str, Answer]]:
        """A question's words, and the answer to come, until one does not wait for it any more."""
        asked = msgspec.json.encode(message).decode(), Answer()
        with self._lock:
            self._asked[message.id] = asked
        try:
            yield asked
        finally:
            with self._lock:
                self._asked.pop(message.id, None)

    def open(self) -> list[str]:
        """The words of all that is not answered."""
        with self._lock:
            return [text for text, _ in self._asked.values()]

    def heard(self, message: messages.Outgoing) -> None:
        """The answer to one of them, or none at all."""
        with self._lock:
            asked = self._asked.get(getattr(message, "id", ""))
        if asked is not None and not asked[1].done():
            asked[1].set_result(message)
