"""Work on all cores: independent tasks in processes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_processes(work: Callable[[Task], Result], tasks: Sequence[Task], workers: int = 0) -> Iterator[Result]:
    """The results as they come; so many processes (0: one a core), or none at all for one worker."""
    if workers == 1:
        yield from map(work, tasks)
        return
    # not forked: a copy of a process that has threads may never run
    pool = ProcessPoolExecutor(workers or os.cpu_count() or 1, multiprocessing.get_context("spawn"))
    try:
        for future in as_completed([pool.submit(work, task) for task in tasks]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)
