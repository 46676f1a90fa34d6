"""Processes of low priority that think for a program which has something else to do, such as a server.

Not threads: one that is put off in the middle of its Python holds up all the others. A worker does one task at a
time, and tells bit by bit what comes of it; a program that is gone, or has closed it, leaves no worker behind.
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

NICENESS = 10  # to read tasks, and where nothing lower is to be had to do them: a tenth of what others get

Tell = Callable[[Any], None]


class Task(Protocol):
    """What is to be done: goes over to the worker as it is."""

    def begin(self) -> Doing:
        """Get ready, over there."""


class Doing(Protocol):
    """A task that is being done."""

    def run(self, tell: Tell) -> None:
        """Do it, and tell what comes of it."""

    def stop(self) -> None:
        """Come to an end soon."""


@dataclass(frozen=True)
class _Stop:
    """The task of that number, and all before it, are no longer wanted."""

    number: int


class Work:
    """A task for whichever worker is free. `stop` may come at any time, from any thread."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None
        self._number = 0
        self._stopped = False
        self.begun: float | None = None  # when it was handed over, by `core.clock`

    def do(self, worker: WorkerProcess, tell: Tell) -> None:
        """Have it done, and wait; nothing happens where it was stopped before."""
        with self._lock:
            if self._stopped:
                return
            self._worker, self._number = worker, worker.begin(self.task)
            self.begun = clock.now()
        worker.listen(tell)

    def stop(self) -> None:
        """It is not wanted any more."""
        with self._lock:
            self._stopped = True
            if self._worker is not None:
                self._worker.interrupt(self._number)


class WorkerProcess:
    """One process, begun when it is first needed."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._number = 0

    def begin(self, task: Task) -> int:
        """Let it begin a task; its number."""
        if self._process is None or not self._process.is_alive():
            self._start()
        self._number += 1
        self._send((self._number, task))
        return self._number

    def listen(self, tell: Tell) -> None:
        """Tell what it says, until it is done."""
        assert self._line is not None
        while (said := self._line.recv()) is not None:
            tell(said[0])

    def interrupt(self, number: int) -> None:
        """It need not go on with the task of that number."""
        self._send(_Stop(number))

    def close(self) -> None:
        """Let it go; whoever listens to it hears the end of the line."""
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
        with suppress(OSError):  # it is gone: whoever listens will notice
            self._line.send(message)


def run_worker(line: Connection) -> None:
    """What a worker does, from its first moment to its last."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which closes the line
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    desk = _Desk()
    threading.Thread(target=desk.read, args=(line,), daemon=True).start()
    _step_back()
    while True:
        desk.do_next(line)


def _step_back() -> None:
    """Let this thread work on what nobody else wants, with breaks, and leave a processor of several to the others.

    The priority alone is not enough: those who play are not moved to a processor where a worker works all the time.
    The thread that reads stays as it is: what a first task needs is loaded soon, and a word to stop heard.
    """
    if sys.platform == "linux":  # where it was measured; on some other systems the shortest break is a long one
        cpu_yield.take_breaks()
        mine = sorted(os.sched_getaffinity(0))
        with suppress(OSError):  # what some sandboxes refuse
            os.sched_setaffinity(0, mine[1:] or mine)
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class _Desk:
    """The tasks that have come, and which of them are still wanted."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[tuple[int, Task]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._doing: tuple[int, Doing] | None = None
        self._unwanted = 0

    def read(self, line: Connection) -> None:
        """Take what comes; when the line is closed nobody wants anything any more."""
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
            if self._doing is not None and self._doing[0] <= number:
                self._doing[1].stop()

    def do_next(self, line: Connection) -> None:
        """Do one task."""
        number, task = self._tasks.get()
        doing = task.begin()
        with self._lock:
            self._doing = number, doing
            if number <= self._unwanted:
                doing.stop()
        doing.run(lambda said: line.send((said,)))
        with self._lock:
            self._doing = None
        line.send(None)
