"""Low-priority processes that run searches for a program with other work to do, such as a server.

They are not threads, because a low-priority thread that is preempted while it runs Python code holds up all others. A
worker does one task at a time and sends results as they come; it exits when the program has exited or closed it.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Protocol

from quincunx.core import clock
from quincunx.search import cpu_yield

NICENESS = 10  # for reading tasks, and for doing them if no lower priority is available: a tenth of the usual share

Tell = Callable[[Any], None]


class Task(Protocol):
    """A task, which is pickled and sent to the worker."""

    def begin(self) -> TaskRun:
        """Prepare the task in the worker."""


class TaskRun(Protocol):
    """A task in progress."""

    def run(self, tell: Tell) -> None:
        """Do the task, and pass each result to `tell`."""

    def stop(self) -> None:
        """Tell the run to stop."""


@dataclass(frozen=True)
class _Stop:
    """The task with that number, and all before it, are cancelled."""

    number: int


class Work:
    """A task for the next free worker. `stop` may be called at any time, from any thread."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None
        self._number = 0
        self._stopped = False
        self.begun: float | None = None  # when it was sent to the worker, by `core.clock`

    def do(self, worker: WorkerProcess, tell: Tell) -> None:
        """Have the worker do the task, and wait; does nothing if the task has already been stopped."""
        with self._lock:
            if self._stopped:
                return
            self._worker, self._number = worker, worker.begin(self.task)
            self.begun = clock.now()
        worker.listen(tell)

    def stop(self) -> None:
        """Cancel the task."""
        with self._lock:
            self._stopped = True
            if self._worker is not None:
                self._worker.interrupt(self._number)


class WorkerProcess:
    """A worker's process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._number = 0

    def begin(self, task: Task) -> int:
        """Send a task to the worker, and return the task's number."""
        if self._process is None or not self._process.is_alive():
            self._start()
        self._number += 1
        self._send((self._number, task))
        return self._number

    def listen(self, tell: Tell) -> None:
        """Pass the worker's results to `tell` until the task is done."""
        assert self._line is not None
        while (said := self._line.recv()) is not None:
            tell(said[0])

    def interrupt(self, number: int) -> None:
        """Cancel the task with that number."""
        self._send(_Stop(number))

    def close(self) -> None:
        """Terminate the process; a thread that listens to it gets EOFError."""
        if self._process is not None:
            self._process.terminate()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # not forked: the program has threads
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=run_worker, args=(theirs,), name="worker", daemon=True)
        self._process.start()
        theirs.close()

    def _send(self, message: object) -> None:
        assert self._line is not None
        with suppress(OSError):  # the process has exited: the listening thread will notice
            self._line.send(message)


def run_worker(line: Connection) -> None:
    """The main function of a worker's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which closes the connection
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    inbox = _TaskInbox()
    threading.Thread(target=inbox.read, args=(line,), daemon=True).start()
    _step_back()
    while True:
        inbox.do_next(line)


def _step_back() -> None:
    """Make this thread use only idle time, take breaks, and leave one of several processors to others.

    Low priority alone is not enough: other threads are not moved to a processor on which a worker runs continuously.
    The reading thread keeps its priority, so that imports for the first task are fast and cancellations arrive soon.
    """
    if sys.platform == "linux":  # where this was measured; on some other systems even the shortest break is long
        cpu_yield.take_breaks()
        mine = sorted(os.sched_getaffinity(0))
        with suppress(OSError):  # refused by some sandboxes
            os.sched_setaffinity(0, mine[1:] or mine)
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class _TaskInbox:
    """The received tasks, and which of them have been cancelled."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[tuple[int, Task]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._current: tuple[int, TaskRun] | None = None
        self._unwanted = 0

    def read(self, line: Connection) -> None:
        """Receive messages; when the connection is closed, exit the process."""
        with suppress(EOFError, OSError):
            while True:
                message = line.recv()
                if isinstance(message, _Stop):
                    self._stop(message.number)
                else:
                    self._tasks.put(message)
        os._exit(0)

    def _stop(self, number: int) -> None:
        with self._lock:
            self._unwanted = max(self._unwanted, number)
            if self._current is not None and self._current[0] <= number:
                self._current[1].stop()

    def do_next(self, line: Connection) -> None:
        """Do the next task."""
        number, task = self._tasks.get()
        run = task.begin()
        with self._lock:
            self._current = number, run
            if number <= self._unwanted:
                run.stop()
        run.run(lambda said: line.send((said,)))
        with self._lock:
            self._current = None
        line.send(None)
