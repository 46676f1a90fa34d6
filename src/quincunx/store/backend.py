"""How work on the database is run: each piece in a thread, all of it kept or none, on the disk before it is answered.

PostgreSQL: a few threads, each piece of work a transaction.

SQLite has one writer at a time, so one thread writes. Pieces of work that wait while it is busy share the next
transaction, each behind a savepoint of its own, and one flush to the disk serves them all. No one of them is answered
before that flush, not even with a refusal: it may rest on what another of them wrote.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import TypeVar

from sqlalchemy import URL, Connection

from quincunx.store.engine import is_sqlite, open_postgresql, open_sqlite

T = TypeVar("T")

THREADS = 4  # that read, or in PostgreSQL do either
MOST_IN_A_GROUP = 200  # pieces of work before a flush: bounds how long the first waits for the last


class Backend(ABC):
    """A database, as somewhere to run work."""

    @abstractmethod
    def read(self, work: Callable[[Connection], T]) -> Future[T]:
        """Run work that changes nothing and sees one moment."""

    @abstractmethod
    def write(self, work: Callable[[Connection], T]) -> Future[T]:
        """Run work whose changes are all kept or none."""

    @abstractmethod
    def close(self) -> None:
        """Finish what was asked for, and let every connection go."""


def open_backend(url: URL) -> Backend:
    """The backend for the address."""
    return SQLite(url) if is_sqlite(url) else PostgreSQL(url)


class PostgreSQL(Backend):
    """A pool of threads, a connection for each."""

    def __init__(self, url: URL) -> None:
        self._engine = open_postgresql(url, THREADS)
        self._reader = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(THREADS, "store")

    def read(self, work: Callable[[Connection], T]) -> Future[T]:
        def run() -> T:
            with self._reader.begin() as connection:
                return work(connection)

        return self._threads.submit(run)

    def write(self, work: Callable[[Connection], T]) -> Future[T]:
        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return self._threads.submit(run)

    def close(self) -> None:
        self._threads.shutdown()
        self._engine.dispose()


class SQLite(Backend):
    """A few threads that read, and the one that writes."""

    def __init__(self, url: URL) -> None:
        self._readers = open_sqlite(url, THREADS, "query_only=ON")
        self._threads = ThreadPoolExecutor(THREADS, "store-read")
        self._writer = Writer(url)

    def read(self, work: Callable[[Connection], T]) -> Future[T]:
        def run() -> T:
            with self._readers.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                try:
                    return work(connection)
                finally:
                    connection.exec_driver_sql("ROLLBACK")

        return self._threads.submit(run)

    def write(self, work: Callable[[Connection], T]) -> Future[T]:
        return self._writer.submit(work)

    def close(self) -> None:
        self._writer.close()
        self._threads.shutdown()
        self._readers.dispose()


class Piece:
    """A piece of work, who waits for it, and what came of it."""

    def __init__(self, work: Callable[[Connection], object]) -> None:
        self.work = work
        self.answer: Future[object] = Future()
        self.result: object = None
        self.error: Exception | None = None

    def start(self) -> bool:
        """Whether anybody still waits for it; from now on it runs to its end."""
        return self.answer.set_running_or_notify_cancel()

    def tell(self) -> None:
        """Answer the one who waits."""
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

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Put work behind what waits already."""
        piece = Piece(work)
        with self._door:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put(piece)
        return piece.answer  # type: ignore[return-value]

    def close(self) -> None:
        """Do what waits, then stop."""
        with self._door:
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._engine.dispose()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group: list[Piece] = []
            if not first.start():
                continue
            try:
                self._write(first, group)
            except Exception as error:  # the transaction is lost, and everybody in it must know
                for piece in group:
                    piece.error = error
            for piece in group:
                piece.tell()

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
            if piece.start():
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
