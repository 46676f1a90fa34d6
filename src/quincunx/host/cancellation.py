"""Ends background tasks for good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

AGAIN_AFTER = 0.1  # seconds


async def cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until all of them have ended.

    Once is not enough: `asyncio.wait_for` of Python 3.11, which redis-py uses, loses a cancellation that comes in the
    moment in which what it waits for is done.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=AGAIN_AFTER)
