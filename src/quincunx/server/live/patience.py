"""Threads that leave the machine to others, so that no move waits for what they do."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

NICENESS = 10  # a tenth of what others get who want the machine too: not nothing, or it would never end


def patient_threads(count: int, name: str) -> ThreadPoolExecutor:
    """So many threads of low priority, where the system gives threads one of their own."""
    return ThreadPoolExecutor(count, name, initializer=_stand_back)


def _stand_back() -> None:
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
