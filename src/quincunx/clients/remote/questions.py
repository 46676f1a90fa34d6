"""Requests that have not been answered yet."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import msgspec

from quincunx.protocol import messages

PendingAnswer = Future[messages.Outgoing]


class Questions:
    """Open requests by id, each with its encoded text, which is sent unchanged every time. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: dict[str, tuple[str, PendingAnswer]] = {}

    @contextmanager
    def asking(self, message: messages.Incoming) -> Iterator[tuple[str, PendingAnswer]]:
        """Register a request while waiting for its answer; yields its text and the future answer."""
        asked = msgspec.json.encode(message).decode(), PendingAnswer()
        with self._lock:
            self._asked[message.id] = asked
        try:
            yield asked
        finally:
            with self._lock:
                self._asked.pop(message.id, None)

    def open(self) -> list[str]:
        """The texts of all unanswered requests."""
        with self._lock:
            return [text for text, _ in self._asked.values()]

    def heard(self, message: messages.Outgoing) -> None:
        """Resolve the request that the message answers, if it answers one."""
        with self._lock:
            asked = self._asked.get(getattr(message, "id", ""))
        if asked is not None and not asked[1].done():
            asked[1].set_result(message)
