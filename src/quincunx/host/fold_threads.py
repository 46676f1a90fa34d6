"""Folds logs off the event loop, in one thread that pauses often.

Python runs one thread at a time. One that never pauses keeps the loop waiting 5 ms for each of the many times that it
wants to go on, and several such threads keep it waiting for all of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

SPELL = 0.001  # seconds of work
BREAK = 0.0002  # seconds after it: enough for the loop to take its turn

_THREAD = ThreadPoolExecutor(1, "fold")
_ENDS = ThreadPoolExecutor(1, "end")  # players wait for these, and not behind those who read


async def fold(work: Callable[[], T]) -> T:
    """What the work comes to, behind whatever else is being folded."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, work)


async def fold_end(work: Callable[[], T]) -> T:
    """The same for the end of a match, behind other ends only."""
    return await asyncio.get_running_loop().run_in_executor(_ENDS, work)


def unhurried(log: Iterable[T]) -> Iterator[T]:
    """The same things, with a break whenever whoever goes through them in a thread has been at it for a while."""
    until = time.perf_counter() + SPELL
    for thing in log:
        yield thing
        if time.perf_counter() > until:
            time.sleep(BREAK)
            until = time.perf_counter() + SPELL
