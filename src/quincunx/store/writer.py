"""The only thread that writes to a SQLite file, which allows one writer at a time.

Pieces of work that arrive while it is busy share the next transaction, each with its own savepoint, and a single flush
to disk. None of them is answered before that flush, not even with an error, because it may depend on what another
piece wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import URL, Connection

from quincunx.store.engine import open_sqlite
from quincunx.store.prepared import execute

T = TypeVar("T")

MOST_IN_A_GROUP = 200  # pieces of work per flush, which limits how long the first waits for the last


class QueuedWork:
    """A piece of work, the future for its answer, and its result or error."""

    def __init__(self, work: Callable[[Connection], object], answer: asyncio.Future[Any]) -> None:
        self.work = work
        self.answer = answer
        self.result: object = None
        self.error: Exception | None = None

    def tell(self) -> None:
        """Set the future's result, unless it has been cancelled."""
        if self.answer.done():
            return
        if self.error is None:
            self.answer.set_result(self.result)
        else:
            self.answer.set_exception(self.error)


class Writer:
    """The thread that writes to a SQLite file."""

    def __init__(self, url: URL) -> None:
        self._engine = open_sqlite(url, 1)
        self._queue: SimpleQueue[QueuedWork | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._closed = False
        self._door = threading.Lock()  # nothing may be queued after the end, because it would never be answered
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Queue a piece of work."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._door:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put(QueuedWork(work, answer))
        return answer

    def close(self) -> None:
        """Do all queued work, then stop."""
        with self._door:
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            if first.answer.cancelled():
                continue
            group: list[QueuedWork] = []
            try:
                self._write(first, group)
            except Exception as error:  # the transaction is lost, so all its items have failed
                for item in group:
                    item.error = error
            _tell(group)

    def _write(self, first: QueuedWork, group: list[QueuedWork]) -> None:
        """Run the first item and those queued after it in one transaction."""
        group.append(first)
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                for item in self._waiting(first, group):
                    _attempt(connection, item)
                connection.exec_driver_sql("COMMIT")  # unlike the driver's commit(), it reports a lost transaction
            except BaseException:
                connection.rollback()
                raise

    def _waiting(self, first: QueuedWork, group: list[QueuedWork]) -> Iterator[QueuedWork]:
        yield first
        while len(group) < MOST_IN_A_GROUP:
            try:
                item = self._queue.get_nowait()
            except Empty:
                return
            if item is None:
                self._queue.put(None)  # stop after this group
                return
            if not item.answer.cancelled():
                group.append(item)
                yield item


def _attempt(connection: Connection, item: QueuedWork) -> None:
    """Run the item, and undo its changes if it fails."""
    execute(connection, "SAVEPOINT item")
    try:
        item.result = item.work(connection)
    except Exception as error:
        item.error = error
        execute(connection, "ROLLBACK TO item")
    execute(connection, "RELEASE item")


def _tell(group: list[QueuedWork]) -> None:
    """Answer all items, with one call into each event loop."""
    for loop in {item.answer.get_loop() for item in group}:
        waiting = [item for item in group if item.answer.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody is waiting any more
            loop.call_soon_threadsafe(_tell_all, waiting)


def _tell_all(items: list[QueuedWork]) -> None:
    for item in items:
        item.tell()
