"""Ends background tasks, even those that lose a cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

AGAIN_AFTER = 0.1  # seconds


async def cancel_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks repeatedly until they have ended.

    Cancelling once may not be enough: before Python 3.12, `asyncio.wait_for`, which redis-py uses to write, loses a
    cancellation that arrives just as it finishes.
    """
    left = ended = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_AFTER)
    await asyncio.gather(*ended, return_exceptions=True)
