"""A small queue of messages for one reader: an empty `asyncio.Queue` takes 3 KB, and every connection has two."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class MessageQueue(Generic[T]):
    """The part of `asyncio.Queue` that connections use. Only one task at a time may wait for a message."""

    __slots__ = ("_arrival", "_messages")

    def __init__(self) -> None:
        self._messages: list[T] = []  # it is short, and an empty deque takes ten times as much memory
        self._arrival: asyncio.Future[None] | None = None  # set while the reader waits

    def qsize(self) -> int:
        """The number of queued messages."""
        return len(self._messages)

    def empty(self) -> bool:
        """Whether no message is queued."""
        return not self._messages

    def put_nowait(self, message: T) -> None:
        """Queue a message."""
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    def get_nowait(self) -> T:
        """Remove and return the first message; there must be one."""
        return self._messages.pop(0)

    async def get(self) -> T:
        """Wait for a message; remove and return it."""
        while not self._messages:
            self._arrival = asyncio.get_running_loop().create_future()
            try:
                await self._arrival
            finally:
                self._arrival = None
        return self._messages.pop(0)
