"""Runs long work so that Ctrl-C can end it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Protocol, TypeVar

T = TypeVar("T")


class Stoppable(Protocol):
    """Work that another thread can stop."""

    def stop(self) -> None:
        """Make the work end soon."""


def interruptible(counter: Stoppable, work: Callable[[], T]) -> T:
    """Do the work in another thread (it releases the GIL), so that Ctrl-C works from the start."""
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
