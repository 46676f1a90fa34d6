"""The one thread that writes to a SQLite file, which has one writer at a time.

Pieces of work that wait while it is busy share the next transaction, each behind a savepoint of its own, and one flush
to the disk serves them all. No one of them is answered before that flush, not even with a refusal: it may rest on what
another of them wrote.
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

T = TypeVar("T")

MOST_IN_A_GROUP = 200  # pieces of work before a flush: bounds how long the first waits for the last


class Piece:
    """A piece of work, who waits for it, and what came of it."""

    def __init__(self, work: Callable[[Connection], object], answer: asyncio.Future[Any]) -> None:
        self.work = work
        self.answer = answer
        self.result: object = None
        self.error: Exception | None = None

    def tell(self) -> None:
        """Answer the one who waits, if he still does."""
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
        self._queue: SimpleQueue[Piece | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._closed = False
        self._door = threading.Lock()  # nothing comes in behind the last piece: nobody would answer it
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Put work behind what waits already."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._door:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put(Piece(work, answer))
        return answer

    def close(self) -> None:
        """Do what waits, then stop."""
        with self._door:
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            if first.answer.cancelled():
                continue
            group: list[Piece] = []
            try:
                self._write(first, group)
            except Exception as error:  # the transaction is lost, and everybody in it must know
                for piece in group:
                    piece.error = error
            _tell(group)

    def _write(self, first: Piece, group: list[Piece]) -> None:
        """One transaction for the first piece and those that wait behind it."""
        group.append(first)
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                for piece in self._waiting(first, group):
                    _attempt(connection, piece)
                connection.exec_driver_sql("COMMIT")  # said aloud: the driver's commit() is silent where it is lost
            except BaseException:
                connection.rollback()
                raise

    def _waiting(self, first: Piece, group: list[Piece]) -> Iterator[Piece]:
        yield first
        while len(group) < MOST_IN_A_GROUP:
            try:
                piece = self._queue.get_nowait()
            except Empty:
                return
            if piece is None:
                self._queue.put(None)  # the end: after this group
                return
            if not piece.answer.cancelled():
                group.append(piece)
                yield piece


def _attempt(connection: Connection, piece: Piece) -> None:
    """Do the piece, or undo what it did."""
    connection.exec_driver_sql("SAVEPOINT piece")
    try:
        piece.result = piece.work(connection)
    except Exception as error:
        piece.error = error
        connection.exec_driver_sql("ROLLBACK TO piece")
    connection.exec_driver_sql("RELEASE piece")


def _tell(group: list[Piece]) -> None:
    """Answer everybody, with one call into each event loop that waits."""
    for loop in {piece.answer.get_loop() for piece in group}:
        waiting = [piece for piece in group if piece.answer.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_tell_all, waiting)


def _tell_all(pieces: list[Piece]) -> None:
    for piece in pieces:
        piece.tell()
