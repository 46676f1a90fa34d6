"""Running independent tasks in processes, on all cores."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 3  # tasks for each process that wait or run; there may be any number of further ones


def in_processes(work: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 0) -> Iterator[Result]:
    """Yield results as they are completed, with this number of processes (0: one per core; 1: in this process)."""
    if workers == 1:
        yield from map(work, tasks)
        return
    workers = workers or os.cpu_count() or 1
    # not forked: a forked copy of a process with threads may deadlock
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        source, waiting = iter(tasks), set[Future[Result]]()
        while True:
            waiting |= {pool.submit(work, task) for task in islice(source, AHEAD * workers - len(waiting))}
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)
