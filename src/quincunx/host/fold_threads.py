"""Folds logs off the event loop, in one thread that pauses often.

Python runs one thread at a time. A thread that never pauses makes the event loop wait 5 ms each time it wants to
continue, and several such threads make it wait for each of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

SPELL = 0.001  # seconds of work
BREAK = 0.0002  # seconds of pause after it: enough for the loop to take its turn

_THREAD = ThreadPoolExecutor(1, "fold")
_ENDS = ThreadPoolExecutor(1, "end")  # for ends of matches: players wait for them, so they do not queue behind readers


async def fold(work: Callable[[], T]) -> T:
    """The result of the work, queued behind other folds."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, work)


async def fold_end(work: Callable[[], T]) -> T:
    """The same for the end of a match, queued only behind other ends."""
    return await asyncio.get_running_loop().run_in_executor(_ENDS, work)


def unhurried(log: Iterable[T]) -> Iterator[T]:
    """Yield the same items, with short pauses, so that a thread that iterates over them does not block the loop."""
    until = time.perf_counter() + SPELL
    for thing in log:
        yield thing
        if time.perf_counter() > until:
            time.sleep(BREAK)
            until = time.perf_counter() + SPELL
