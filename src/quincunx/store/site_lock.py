"""The lock that keeps a server from running beside another one that it could not exchange hints with.

A server without a bus holds it exclusively; servers with a bus share it. The terminal does not need it, because its
matches check for changes themselves.
"""

from __future__ import annotations

import asyncio
import os
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import IO

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.exc import DBAPIError

from quincunx.store.engine import is_sqlite, open_postgresql, read_url
from quincunx.store.errors import SiteTaken, StoreError
from quincunx.words import phrase

try:
    import fcntl
except ImportError:  # Windows: two servers may run on one file
    fcntl = None  # type: ignore[assignment]

KEY = 0x51534954  # of PostgreSQL's advisory lock: any number, the same for every process
PATIENCE = 3.0  # seconds to wait for a server that was just killed to disappear
PATIENCE_AFTER_LOSS = 15.0  # the same for this process's own previous connection, which may be half-open
POLL = 0.1  # seconds
CHECK_EVERY = 2.0  # seconds between two checks
NOTICE_DEATH = ("SET tcp_keepalives_idle = 5", "SET tcp_keepalives_interval = 2", "SET tcp_keepalives_count = 3")


class SiteLock(ABC):
    """The right to serve a database, exclusively or shared with others that hold it in the same way."""

    @abstractmethod
    def take(self) -> None:
        """Take the lock; raises SiteTaken if it is held by a server that cannot share it with this one."""

    @abstractmethod
    def check(self) -> None:
        """Take it again if it was lost because the database restarted; raises SiteTaken if another was faster."""

    @abstractmethod
    def release(self) -> None:
        """Release it."""


def open_site_lock(database: str, *, shared: bool) -> SiteLock:
    """The lock of a database, not yet taken; `shared` if the server has a bus."""
    url = read_url(database)
    return FileLock(Path(f"{url.database}.lock")) if is_sqlite(url) else AdvisoryLock(url, shared)


async def keep(lock: SiteLock) -> None:
    """Keep the lock until cancelled; raises SiteTaken if another server took it while the database was unreachable."""
    while True:
        await asyncio.sleep(CHECK_EVERY)
        await asyncio.to_thread(lock.check)


class FileLock(SiteLock):
    """A locked file beside a SQLite database. The system releases it when the process ends, however that happens."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        self._file = open(os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600), "wb")  # noqa: SIM115
        if fcntl is None:
            return
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise SiteTaken(phrase("store.site.file_taken")) from None

    def check(self) -> None:
        return None

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class AdvisoryLock(SiteLock):
    """A lock in PostgreSQL, held by a connection of its own."""

    def __init__(self, url: URL, shared: bool) -> None:
        self._engine = open_postgresql(url, 1).execution_options(isolation_level="AUTOCOMMIT")
        self._shared = shared
        self._connection: Connection | None = None

    def take(self) -> None:
        try:
            self._take(PATIENCE)
        except DBAPIError as error:
            raise StoreError(phrase("store.database.not_opened", reason=str(error.orig))) from error

    def check(self) -> None:
        try:
            if self._connection is not None:
                self._connection.exec_driver_sql("SELECT 1")
                return
        except DBAPIError:
            self.release()
        with suppress(DBAPIError):  # still unreachable
            self._take(PATIENCE_AFTER_LOSS)

    def release(self) -> None:
        if self._connection is not None:
            with suppress(DBAPIError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None
        self._engine.dispose()

    def _take(self, patience: float) -> None:
        connection = self._engine.connect()
        try:
            for setting in NOTICE_DEATH:
                connection.exec_driver_sql(setting)
            self._try(connection, patience)
        except BaseException:
            connection.close()
            raise
        self._connection = connection

    def _try(self, connection: Connection, patience: float) -> None:
        """Take the lock on the connection, waiting for a while if it is held."""
        deadline = time.monotonic() + patience
        lock = func.pg_try_advisory_lock_shared if self._shared else func.pg_try_advisory_lock
        while not connection.execute(select(lock(KEY))).scalar_one():
            if time.monotonic() > deadline:
                raise SiteTaken(phrase("store.site.taken_alone" if self._shared else "store.site.taken"))
            time.sleep(POLL)
