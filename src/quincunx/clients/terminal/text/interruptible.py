"""Long work that Ctrl-C can end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Protocol, TypeVar

T = TypeVar("T")


class Stoppable(Protocol):
    """Work that another thread can end."""

    def stop(self) -> None:
        """End it soon."""


def interruptible(counter: Stoppable, work: Callable[[], T]) -> T:
    """Do the work in another thread (it holds no lock), so that Ctrl-C works while it runs, and while it begins."""
    pool = ThreadPoolExecutor(max_workers=1)
    try:
        future = pool.submit(work)
        while not wait([future], timeout=0.1).done:
            pass
        return future.result()
    except KeyboardInterrupt:
        counter.stop()
        raise
    finally:
        pool.shutdown()
