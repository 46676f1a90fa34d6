"""Runs work on the database: each piece in a thread, all or nothing, and on the disk before its result is returned."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import URL, Connection

from quincunx.store.engine import is_sqlite, open_postgresql, open_sqlite
from quincunx.store.writer import Writer

T = TypeVar("T")

THREADS = 4  # for reading; with PostgreSQL also for writing
UNATTENDED = 3_000  # milliseconds: then a suspended process loses the locks of its transaction to the others


class Backend(ABC):
    """A database on which work can be run."""

    clock: str | None = None  # the query for the time according to the database's own clock, in milliseconds

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run read-only work on a consistent snapshot."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work whose changes are either all kept or all undone."""

    @abstractmethod
    def close(self) -> None:
        """Finish pending work and close all connections."""


def open_backend(url: URL) -> Backend:
    """The backend for the address."""
    return SQLite(url) if is_sqlite(url) else PostgreSQL(url)


class PostgreSQL(Backend):
    """A few threads, each with a connection, and a transaction for each piece of work."""

    clock = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)"

    def __init__(self, url: URL) -> None:
        self._engine = open_postgresql(url, THREADS, f"idle_in_transaction_session_timeout = {UNATTENDED}")
        self._reader = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(THREADS, "store")

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._reader.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    def close(self) -> None:
        self._threads.shutdown()
        self._engine.dispose()


class SQLite(Backend):
    """A few threads that read, and one that writes."""

    def __init__(self, url: URL) -> None:
        self._readers = open_sqlite(url, THREADS, "query_only=ON")
        self._threads = ThreadPoolExecutor(THREADS, "store-read")
        self._writer = Writer(url)

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._readers.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                try:
                    return work(connection)
                finally:
                    connection.exec_driver_sql("ROLLBACK")

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._writer.submit(work)

    def close(self) -> None:
        self._writer.close()
        self._threads.shutdown()
        self._readers.dispose()
