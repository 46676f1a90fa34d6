"""Running independent tasks in processes, on all cores."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_processes(work: Callable[[Task], Result], tasks: Sequence[Task], workers: int = 0) -> Iterator[Result]:
    """Yield results as they are completed, with this number of processes (0: one per core; 1: in this process)."""
    if workers == 1:
        yield from map(work, tasks)
        return
    # not forked: a forked copy of a process with threads may deadlock
    pool = ProcessPoolExecutor(workers or os.cpu_count() or 1, multiprocessing.get_context("spawn"))
    try:
        for future in as_completed([pool.submit(work, task) for task in tasks]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)
