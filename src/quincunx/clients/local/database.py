"""The embedded database for synchronous code: its asynchronous work runs in a separate thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, TypeVar

from quincunx.store.home import make_home
from quincunx.store.store import Store, Unit
from quincunx.store.upgrade import found, needed, upgrade

T = TypeVar("T")


def now() -> int:
    """The time, in milliseconds."""
    return time.time_ns() // 1_000_000


class LocalDatabase:
    """An open database."""

    def __init__(self, database: str) -> None:
        self.database = database
        make_home(database)
        if found(database) != needed():
            upgrade(database)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="local_db", daemon=True)
        self._thread.start()
        self.store = Store(database)

    def __enter__(self) -> LocalDatabase:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of the work, which runs to its end even if the caller is interrupted."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def read(self, work: Callable[[Unit], T]) -> T:
        """Return what the work reads, in one transaction."""
        return self.run(self.store.read(work))

    def write(self, work: Callable[[Unit], T]) -> T:
        """Do the work in one transaction, which is on disk when this returns."""
        return self.run(self.store.write(work))

    def close(self) -> None:
        """Finish pending work and close the database."""
        if self._loop.is_closed():
            return
        self.run(_end_the_rest())
        self.run(self.store.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _end_the_rest() -> None:
    """Cancel the tasks of seats that were not closed."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
