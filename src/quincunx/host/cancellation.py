"""Ends background tasks, also those that lose a cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

AGAIN_AFTER = 0.1  # seconds


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until they have ended.

    Once may not be enough: `asyncio.wait_for`, with which redis-py writes, loses a cancellation that comes in the
    moment in which it is done (before Python 3.12).
    """
    left = ended = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_AFTER)
    await asyncio.gather(*ended, return_exceptions=True)
